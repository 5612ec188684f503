// The fields of a request to /v1/chat/completions, in the order in which the vendor looks at them.
import {
  anything,
  closed,
  decimal,
  dictionary,
  either,
  flag,
  integer,
  list,
  nullable,
  open,
  required,
  type Shape,
  tagged,
  text,
  words,
} from '../shape.ts'

export const toolName = { max: 64, min: 1, pattern: /^[a-zA-Z0-9_-]+$/ }

const breakpoint = nullable(open({ mode: required(words('explicit')), ttl: words('30m', '12h') }))
const parts = {
  text: open({ text: required(text()), prompt_cache_breakpoint: breakpoint }),
  image_url: open({
    image_url: required(open({ url: required(text()), detail: nullable(words('auto', 'low', 'high', 'original')) })),
    prompt_cache_breakpoint: breakpoint,
  }),
  input_audio: open({ input_audio: required(open({ data: required(text()), format: required(words('wav', 'mp3')) })) }),
  refusal: open({ refusal: required(text()) }),
  audio: open({}),
  file: open({
    file: required(closed({ file_data: nullable(text()), file_id: nullable(text()), filename: nullable(text()) })),
    prompt_cache_breakpoint: breakpoint,
  }),
}
const content = nullable({ ...either(text(), list(tagged('type', parts))), words: 'one of a string or array of objects' })
const name = nullable(text({ max: 64, pattern: /^[^\s<|\\/>]+$/ }))
const callId = text({ max: 64 })

const toolCall = tagged(
  'type',
  {
    function: open({
      id: required(callId),
      function: required(open({ name: required(text(toolName)), arguments: required(text()) })),
    }),
    custom: open({ id: required(callId), custom: required(open({ name: required(text(toolName)), input: required(text()) })) }),
  },
  { words: 'an object' },
)

/** A developer's message has a schema of its own and is read more strictly than the others. */
const developer = closed({
  role: anything(),
  content: required({
    ...either(
      text(),
      list(tagged('type', { text: closed({ type: anything(), text: required(text()), prompt_cache_breakpoint: breakpoint }) })),
    ),
    words: 'one of a string or array of objects',
  }),
  name,
})

const messages: Shape = list(
  tagged('role', {
    system: open({ content, name }),
    assistant: open({
      content,
      name,
      refusal: nullable(text()),
      audio: nullable(open({ id: required(text()) })),
      tool_calls: nullable(list(toolCall, { min: 1 })),
      function_call: nullable(open({ name: required(text()), arguments: required(text()) })),
    }),
    user: open({ content, name }),
    function: open({ content, name: required(text()) }),
    tool: open({ content, tool_call_id: required(callId) }),
    developer,
  }),
  { min: 1 },
)

const functionDefinition = open({
  name: required(text(toolName)),
  description: nullable(text()),
  parameters: nullable(dictionary(anything())),
  strict: nullable(flag()),
})
const grammar = open({ definition: required(text()), syntax: required(words('lark', 'regex')) })
const tools = list(
  tagged('type', {
    function: open({ function: required(functionDefinition) }),
    custom: open({
      custom: required(
        open({ name: required(text(toolName)), format: tagged('type', { text: open({}), grammar: open({ grammar: required(grammar) }) }) }),
      ),
    }),
  }),
  { min: 1, max: 128 },
)

const namedChoice = open({ function: required(open({ name: required(text()) })) })
const toolChoice = {
  ...either(
    words('none', 'auto', 'required'),
    tagged(
      'type',
      {
        function: namedChoice,
        custom: open({ custom: required(open({ name: required(text()) })) }),
        allowed_tools: open({
          allowed_tools: required(open({ mode: required(words('auto', 'required')), tools: required(list(open({}))) })),
        }),
      },
      { strangersAre: 'function' },
    ),
  ),
  words: "one of one of 'none', 'auto', or 'required' or object",
}

const responseFormat = tagged('type', {
  json_object: open({}),
  json_schema: open({
    json_schema: required(
      open({
        name: required(text(toolName)),
        description: nullable(text()),
        schema: nullable(dictionary(anything())),
        strict: nullable(flag()),
      }),
    ),
  }),
  text: open({}),
})

export const metadata: Shape = {
  ...dictionary(text({ max: 512 }), { maxEntries: 16, maxKey: 64 }),
  nullable: true,
  words: 'a metadata object',
}
export const moderation: Shape = nullable(open({ model: required(text()), policy: nullable(open({})) }))
export const promptCacheOptions: Shape = nullable(
  closed({
    mode: nullable(words('implicit', 'explicit')),
    ttl: nullable(words('30m', '12h')),
    comparison_response_id: nullable(text()),
    prewarm: flag(),
  }),
)
export const cacheRetention = words('in_memory', '24h')
const approximate = open({ city: nullable(text()), country: nullable(text()), region: nullable(text()), timezone: nullable(text()) })

/** Every field that Chat Completions knows. The effort of reasoning is judged by the model. */
export const chatFields: Record<string, Shape> = {
  model: anything(),
  messages: required(messages),
  functions: nullable({
    ...list(open({ name: required(text(toolName)) }), { min: 1, max: 128 }),
    words: 'an array of function definitions',
  }),
  function_call: nullable(either(words('none', 'auto'), open({ name: required(text()) }))),
  tools: nullable(tools),
  tool_choice: nullable(toolChoice),
  parallel_tool_calls: nullable(flag()),
  max_completion_tokens: nullable(integer({ min: 1 })),
  n: nullable(integer({ min: 1, max: 128 })),
  temperature: nullable(decimal({ min: 0, max: 2 })),
  top_p: nullable(decimal({ min: 0, max: 1 })),
  presence_penalty: nullable(decimal({ min: -2, max: 2 })),
  frequency_penalty: nullable(decimal({ min: -2, max: 2 })),
  logprobs: nullable(flag()),
  top_logprobs: nullable(integer({ min: 0 })),
  user: nullable(text({ max: 64 })),
  seed: nullable(integer()),
  moderation,
  safety_identifier: nullable(text({ max: 128 })),
  prompt_cache_options: promptCacheOptions,
  prompt_cache_key: nullable(text({ max: 64 })),
  prompt_cache_retention: nullable(cacheRetention),
  response_format: nullable(responseFormat),
  service_tier: nullable(words('auto', 'default', 'fast', 'flex', 'priority')),
  max_tokens: nullable(integer({ min: 1 })),
  reasoning_effort: anything(),
  logit_bias: nullable(dictionary(decimal({ min: -100, max: 100 }))),
  stop: nullable(either(text(), list(text(), { max: 4 }))),
  stream: nullable(flag()),
  stream_options: nullable(closed({ include_usage: nullable(flag()), include_obfuscation: nullable(flag()) })),
  store: nullable(flag()),
  metadata,
  prediction: nullable(open({ type: required(words('content')), content: required(either(text(), list(open({})))) })),
  verbosity: nullable(words('low', 'medium', 'high')),
  modalities: nullable(list(words('text', 'audio'), { min: 1 })),
  audio: nullable(
    open({
      format: required(words('wav', 'aac', 'mp3', 'flac', 'opus', 'pcm16')),
      voice: required(either(text(), open({ id: required(text()) }))),
    }),
  ),
  web_search_options: nullable(
    open({
      search_context_size: nullable(words('low', 'medium', 'high')),
      user_location: nullable(open({ type: required(words('approximate')), approximate: required(approximate) })),
    }),
  ),
}
