// What the body of a request to api.mistral.ai must be made of. The body and each message are closed: a field too many is refused.
import type { Json, JsonObject } from '../../../src/encoding/json.ts'
import { contentOf, plain, textPart } from '../chat-body.ts'
import type { ChatWalk } from '../chat-judge.ts'
import { type StrictRule, sourced } from '../judge.ts'
import { isGiven, objects, textOf } from '../openai/refusal.ts'
import {
  anything,
  closed,
  decimal,
  dictionary,
  either,
  type Fault,
  firstFault,
  flag,
  integer,
  list,
  nullable,
  open,
  type Path,
  required,
  type Shape,
  tagged,
  text,
  type Wanted,
  wanted,
  words,
} from '../shape.ts'
import { type Complaint, invalid } from './complaint.ts'

const SCHEMA = 'https://github.com/mistralai/client-python/blob/main/src/mistralai/client/models'
const PROBED = 'https://github.com/mnfst/modelparams.dev/pull/234 (2026-08-17)'

const thinking = open({ thinking: required(list(open({}))) })
const chunks = tagged(
  'type',
  {
    image_url: open({ image_url: required(either(text(), open({ url: required(text()) }))) }),
    document_url: open({ document_url: required(text()) }),
    text: textPart,
    reference: open({ reference_ids: required(list(anything())) }),
    file: open({ file_id: required(text()) }),
    thinking,
    input_audio: open({ input_audio: required(anything()) }),
  },
  { atObject: true },
)
const content = nullable(contentOf(chunks))

const toolCall = open({
  id: text(),
  type: text(),
  function: required(open({ name: required(text()), arguments: required(either(text(), open({}))) })),
})

const messages = list(
  tagged(
    'role',
    {
      assistant: closed({ role: anything(), content, tool_calls: nullable(list(toolCall)), prefix: flag() }),
      system: closed({
        role: anything(),
        content: required(either(text(), list(tagged('type', { text: textPart, thinking }, { atObject: true })))),
      }),
      tool: closed({ role: anything(), content: required(content), tool_call_id: nullable(text()), name: nullable(text()) }),
      user: closed({ role: anything(), content: required(content) }),
    },
    { atObject: true },
  ),
)

const functionTool = open({
  function: required(open({ name: required(text()), parameters: required(dictionary(anything())), description: text(), strict: flag() })),
})
/** Other kinds of tools are the vendor's own. */
const tool = tagged('type', { function: functionTool, other: open({}) }, { otherwise: 'function', strangersAre: 'other' })
const namedChoice = open({ function: required(open({ name: required(text()) })) })

const bodyShape = closed({
  model: required(text()),
  messages: required(messages),
  temperature: nullable(decimal({ min: 0, max: 1.5 })),
  top_p: nullable(decimal({ max: 1 })),
  max_tokens: nullable(integer({ min: 0 })),
  stream: flag(),
  stream_options: nullable(open({})),
  ...plain(['stop', 'n', 'presence_penalty', 'frequency_penalty', 'parallel_tool_calls'], {
    ...{ n: [1], presence_penalty: [-2, 2], frequency_penalty: [-2, 2] },
  }),
  random_seed: nullable(integer({ min: 0 })),
  metadata: nullable(dictionary(anything())),
  response_format: nullable(
    open({
      type: words('text', 'json_object', 'json_schema'),
      json_schema: nullable(
        open({ name: required(text()), schema: required(dictionary(anything())), description: nullable(text()), strict: flag() }),
      ),
    }),
  ),
  tools: nullable(list(tool)),
  tool_choice: nullable(either(words('auto', 'none', 'any', 'required'), namedChoice)),
  prediction: nullable(open({})),
  reasoning_effort: nullable(words('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max')),
  prompt_mode: nullable(words('reasoning')),
  guardrails: nullable(list(anything())),
  prompt_cache_key: nullable(text()),
  safe_prompt: flag(),
})

const rules: readonly StrictRule[] = sourced({
  'extra-forbidden':
    'https://github.com/Gitlawb/openclaude/issues/739 (2026-04-17), https://github.com/OpenMinis/OpenMinis/issues/87 (2026-07-26), https://github.com/nomtek/mistralai_client_dart/issues/44 (2024-05-29)',
  missing: `${SCHEMA}/chatcompletionrequest.py, ${SCHEMA}/function.py, ${SCHEMA}/usermessage.py`,
  'wrong-type': `${SCHEMA}/chatcompletionrequest.py`,
  'unknown-tag': `https://github.com/openai/openai-dotnet/issues/394 (2025-03-26), ${SCHEMA}/contentchunk.py`,
  'not-in-enum':
    'https://github.com/mistralai/mistral-vibe/issues/1117 (2026-09-21), https://github.com/kyaukyuai/gpt-all-star/issues/670 (tool_choice)',
  'number-too-large': PROBED,
  'number-too-small': PROBED,
})

export const structure: ChatWalk<Complaint> = {
  rules,
  walk(body) {
    const fault = firstFault(bodyShape, body)
    if (fault) return told(fault, body)
    // Above its least value, and not from it on.
    if (body.top_p !== 0) return undefined
    const msg = 'Input should be greater than 0'
    return { rule: 'number-too-small', complaint: invalid({ type: 'greater_than', loc: ['body', 'top_p'], msg, input: 0 }) }
  },
}

function told(fault: Fault, body: JsonObject): { rule: string; complaint: Complaint } {
  const input = 'value' in fault ? fault.value : (held(body, fault.path) ?? null)
  const { rule, type, msg } = wording(fault)
  return { rule, complaint: invalid({ type, loc: ['body', ...location(fault.path, body)], msg, input }) }
}

/** A place inside a message has the message's role in it. */
function location(path: Path, body: JsonObject): Path {
  const [field, index, ...inner] = path
  if (field !== 'messages' || typeof index !== 'number' || inner.length === 0) return path
  return [field, index, textOf(objects(body.messages)[index]?.role), ...inner]
}

function held(body: JsonObject, path: Path): Json | undefined {
  return path.reduce<Json | undefined>((value, step) => (isGiven(value) ? (value as JsonObject)[step] : undefined), body)
}

function wording(fault: Fault): { rule: string; type: string; msg: string } {
  switch (fault.kind) {
    case 'unknown-field':
      return { rule: 'extra-forbidden', type: 'extra_forbidden', msg: 'Extra inputs are not permitted' }
    case 'missing-field':
      return { rule: 'missing', type: 'missing', msg: 'Field required' }
    case 'not-in-list':
      return notInList(fault.path, fault.value, fault.allowed)
    case 'too-large':
      return { rule: 'number-too-large', type: 'less_than_equal', msg: `Input should be less than or equal to ${fault.limit}` }
    case 'too-small':
      return { rule: 'number-too-small', type: 'greater_than_equal', msg: `Input should be greater than or equal to ${fault.limit}` }
    case 'wrong-type':
      return { rule: 'wrong-type', ...expected(fault.shape) }
    default:
      return { rule: 'wrong-type', type: 'value_error', msg: 'Value error' }
  }
}

function notInList(path: Path, value: string, allowed: readonly string[]): { rule: string; type: string; msg: string } {
  const quoted = allowed.map((one) => `'${one}'`)
  if (typeof path.at(-1) === 'number') {
    const by = path.length === 2 ? 'role' : 'type'
    const tags = quoted.join(', ')
    const msg = `Input tag '${value}' found using '${by}' does not match any of the expected tags: ${tags}`
    return { rule: 'unknown-tag', type: 'union_tag_invalid', msg }
  }
  const choice = quoted.length === 1 ? quoted.join() : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`
  return { rule: 'not-in-enum', type: 'enum', msg: `Input should be ${choice}` }
}

const expectations: Wanted = {
  ...{ text: 'string', either: 'string', integer: 'int integer', decimal: 'float number' },
  ...{ flag: 'bool boolean', list: 'list', object: 'dict dictionary' },
}

function expected(shape: Shape): { type: string; msg: string } {
  const [type, long = type] = expectations[wanted(shape)].split(' ')
  return { type: `${type}_type`, msg: `Input should be a valid ${long}` }
}
