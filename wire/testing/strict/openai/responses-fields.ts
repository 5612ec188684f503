// The fields of a request to /v1/responses, in the order in which the vendor looks at them.
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
import { cacheRetention, metadata, moderation, promptCacheOptions, toolName } from './chat-fields.ts'
import { inputItem } from './responses-items.ts'

const functionTool = open({
  name: required(text(toolName)),
  description: nullable(text()),
  parameters: nullable(dictionary(anything())),
  strict: nullable(flag()),
})
const grammar = open({ definition: required(text()), syntax: required(words('lark', 'regex')) })
const customTool = open({
  name: required(text(toolName)),
  description: nullable(text()),
  format: nullable(tagged('type', { text: open({}), grammar })),
})
const searchTool = open({ search_context_size: nullable(words('low', 'medium', 'high')), user_location: nullable(open({})) })

/** Unknown fields of a tool are ignored. */
const tool: Shape = tagged('type', {
  code_interpreter: open({ container: required(either(text(), open({ type: required(words('auto')) }))) }),
  programmatic_tool_calling: open({}),
  function: functionTool,
  namespace: open({ name: required(text()), tools: required(list(open({}))) }),
  tool_search: open({}),
  file_search: open({ vector_store_ids: required(list(text())), max_num_results: nullable(integer({ min: 1, max: 50 })) }),
  web_search: searchTool,
  web_search_2025_08_26: searchTool,
  web_search_preview: searchTool,
  web_search_preview_2025_03_11: searchTool,
  image_generation: open({ partial_images: nullable(integer({ min: 0, max: 3 })) }),
  mcp: open({ server_label: required(text()) }),
  custom: customTool,
  computer: open({}),
  computer_use_preview: open({
    display_height: required(integer()),
    display_width: required(integer()),
    environment: required(words('windows', 'mac', 'linux', 'ubuntu', 'browser')),
  }),
  local_shell: open({}),
  shell: open({}),
  apply_patch: open({}),
})

const named = open({ name: required(text()) })
const toolChoice: Shape = {
  ...either(
    words('none', 'auto', 'required'),
    tagged('type', {
      function: named,
      custom: named,
      allowed_tools: open({ mode: required(words('auto', 'required')), tools: required(list(open({}))) }),
      mcp: open({ server_label: required(text()) }),
      ...Object.fromEntries(
        [
          'file_search',
          'web_search',
          'web_search_preview',
          'web_search_preview_2025_03_11',
          'computer',
          'computer_use',
          'computer_use_preview',
        ]
          .concat([
            'image_generation',
            'code_interpreter',
            'programmatic_tool_calling',
            'apply_patch',
            'shell',
            'local_shell',
            'tool_search',
          ])
          .map((type) => [type, open({})]),
      ),
    }),
  ),
  words: "one of an object or 'none', 'auto', or 'required'",
}

const textField: Shape = closed({
  format: nullable(
    tagged('type', {
      json_object: open({}),
      text: open({}),
      json_schema: open({
        name: required(text(toolName)),
        description: nullable(text()),
        schema: required(dictionary(anything())),
        strict: nullable(flag()),
      }),
    }),
  ),
  verbosity: nullable(words('low', 'medium', 'high')),
})

const reasoning: Shape = closed({
  effort: nullable({
    ...words('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'),
    words: "one of one of 'none', 'minimal', 'low', 'medium', 'high', 'xhigh', or 'max' or integer",
  }),
  summary: nullable(words('concise', 'detailed', 'auto')),
  // Deprecated, and still in the reference: https://developers.openai.com/api/reference/resources/responses (reasoning).
  generate_summary: nullable(words('concise', 'detailed', 'auto')),
  context: nullable(words('auto', 'current_turn', 'all_turns')),
  mode: nullable(text()),
})

const include = list(
  words(
    'file_search_call.results',
    'web_search_call.results',
    'web_search_call.action.sources',
    'message.input_image.image_url',
    'computer_call_output.output.image_url',
    'code_interpreter_call.outputs',
    'reasoning.encrypted_content',
    'message.output_text.logprobs',
  ),
)

/** Every field that Responses knows. */
export const responsesFields: Record<string, Shape> = {
  model: required(text()),
  input: { ...either(text(), list(inputItem)), words: 'one of a string or array of input items' },
  previous_response_id: nullable(text()),
  conversation: nullable(either(text(), open({ id: required(text()) }))),
  prompt: nullable(open({ id: required(text()), version: nullable(text()), variables: nullable(open({})) })),
  moderation,
  include: nullable(include),
  tools: nullable({ ...list(tool), words: 'an array of tools' }),
  tool_choice: nullable(toolChoice),
  metadata,
  // Not in the reference. The vendor's command line sends it with every request: https://github.com/justrach/codegraff2/issues/92 (2026-05-20)
  client_metadata: nullable(dictionary(anything())),
  text: nullable(textField),
  temperature: nullable(decimal({ min: 0, max: 2 })),
  top_p: nullable(decimal({ min: 0, max: 1 })),
  presence_penalty: nullable(decimal({ min: -2, max: 2 })),
  frequency_penalty: nullable(decimal({ min: -2, max: 2 })),
  parallel_tool_calls: nullable(flag()),
  stream: nullable(flag()),
  stream_options: nullable(closed({ include_obfuscation: nullable(flag()) })),
  background: nullable(flag()),
  max_output_tokens: nullable(integer({ min: 16 })),
  max_tool_calls: nullable(integer({ min: 1 })),
  reasoning: nullable(reasoning),
  user: nullable(text({ max: 64 })),
  safety_identifier: nullable(text({ max: 128 })),
  prompt_cache_options: promptCacheOptions,
  prompt_cache_key: nullable(text({ max: 64 })),
  prompt_cache_retention: nullable(cacheRetention),
  truncation: nullable(words('auto', 'disabled')),
  instructions: nullable(text()),
  store: nullable(flag()),
  service_tier: nullable(words('auto', 'default', 'fast', 'flex', 'priority', 'ultrafast')),
  top_logprobs: nullable(integer({ min: 0, max: 20 })),
  context_management: nullable(list(open({ type: required(text()), compact_threshold: nullable(integer({ min: 1000 })) }))),
  access_programs: nullable(open({})),
  image: nullable(open({})),
}
