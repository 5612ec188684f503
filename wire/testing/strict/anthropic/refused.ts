// For each rule one request that is refused by it and by no rule before it.
import type { JsonObject } from '../../../src/encoding/json.ts'
import type { JudgedRequest } from '../judge.ts'
import { asked, assistant, call, cited, letter, result, text, thought, user, weather } from './requests.ts'

const of = (model: string, fields: JsonObject) => asked({ model, ...fields })
const talk = (...messages: JsonObject[]) => asked({ messages })
const mark = (ttl?: string) => ({ cache_control: { type: 'ephemeral', ...(ttl ? { ttl } : {}) } })
const newest = { 'anthropic-version': '2026-10-21' }
const image = (media_type: string, data: string) => ({ type: 'image', source: { type: 'base64', media_type, data } })
const strict = (properties: JsonObject, more: JsonObject = {}) => ({
  tools: [{ name: 'strict', strict: true, input_schema: { type: 'object', properties, additionalProperties: false, ...more } }],
})
const schema = (input_schema: JsonObject) => asked({ tools: [{ name: 'any', input_schema: { type: 'object', ...input_schema } }] })
const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))
const numbered = (count: number, property: JsonObject) => Object.fromEntries(many(count, (index) => [`field_${index}`, property]))
const budget = (budget_tokens: number) => ({ type: 'enabled', budget_tokens })

/** The words that the vendor says, or their beginning, and the request. */
export type Refused = readonly [words: string, request: JudgedRequest]

export const refused: Readonly<Record<string, Refused>> = {
  'key-required': ['x-api-key header is required', asked({}, { 'x-api-key': '' })],
  'version-required': ['anthropic-version: header is required', asked({}, { 'anthropic-version': '' })],
  'beta-unknown': ['Unexpected value(s) `new-things` for', asked({}, { 'anthropic-beta': 'mcp-client-2025-11-20, new-things' })],
  'sampling-removed': ['temperature: Extra inputs are not permitted', asked({ temperature: 1 }, newest)],
  'document-of-assistant': [
    'messages.1.content.0: document blocks',
    asked({ messages: [user(text('Hi')), assistant(letter, text('Hi')), user(text('Well?'))] }, newest),
  ],
  'citations-of-user': [
    'messages.0.content.0: citations',
    asked({ messages: [user({ type: 'search_result', source: 'a', title: 'A', content: [cited] })] }, newest),
  ],
  'unknown-field': [
    'system.0.cache_control.ephemeral.scope: Extra inputs are not permitted',
    asked({
      system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral', scope: 'global' } }],
    }),
  ],
  'field-required': [
    'messages.1.content.0.thinking.signature: Field required',
    talk(user(text('Hi')), assistant({ type: 'thinking', thinking: 'Hm' }, text('Hi')), user(text('Well?'))),
  ],
  'value-of-wrong-type': ['max_tokens: Input should be a valid integer', asked({ max_tokens: '4096' })],
  'value-not-listed': [
    "messages.0.content.0.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
    talk(user(image('image/bmp', 'Qk0='))),
  ],
  'text-pattern': [
    "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    talk(user(text('Weather?')), assistant(call('functions.Bash:0')), user(result('functions.Bash:0'))),
  ],
  'length-limit': [
    'tools.0.custom.name: String should have at most 128 characters',
    asked({ tools: [{ ...weather, name: 'n'.repeat(129) }] }),
  ],
  'number-range': ['thinking.enabled.budget_tokens: Input should be greater than or equal to 1024', asked({ thinking: budget(512) })],
  'model-unknown': ['model: claude-sonnet-4.5', asked({ model: 'claude-sonnet-4.5' })],
  'messages-required': ['messages: at least one message is required', talk()],
  'system-turn-not-supported': ['messages: Unexpected role "system"', talk({ role: 'system', content: 'Be brief.' }, user(text('Hi')))],
  'system-turn-place': [
    "messages.1: role 'system' must precede an 'assistant' message or end the array;",
    of('claude-opus-5-5', { messages: [user(text('Hi')), { role: 'system', content: 'Be brief.' }, user(text('Well?'))] }),
  ],
  'turn-not-empty': [
    'messages.1: all messages must have non-empty content',
    talk(user(text('Hi')), { role: 'assistant', content: '' }, user(text('Hi'))),
  ],
  'cached-text-not-empty': [
    'messages.0.content.0.text: cache_control cannot be set for empty text blocks',
    talk(user({ ...text(''), ...mark() })),
  ],
  'text-not-empty': ['messages: text content blocks must be non-empty', talk(user(text('')))],
  'text-not-blank': ['messages: text content blocks must contain non-whitespace text', talk(user(text('\n')))],
  'calls-in-assistant-turns': [
    'messages.0: `tool_use` blocks can only be in `assistant` messages',
    talk(user(call('toolu_1')), user(text('Hi'))),
  ],
  'results-in-user-turns': [
    'messages.1: `tool_result` blocks can only be in `user` messages',
    talk(user(text('Hi')), assistant(result('toolu_1')), user(text('Hi'))),
  ],
  'call-ids-unique': [
    'messages.1.content.1: `tool_use` ids must be unique',
    talk(user(text('Weather?')), assistant(call('toolu_1'), call('toolu_1')), user(result('toolu_1'))),
  ],
  'result-has-its-call': [
    'messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1. Each `tool_result` block must have',
    talk(user(result('toolu_1'))),
  ],
  'one-result-for-a-call': [
    'messages.2.content.1: each tool_use must have a single result. Found multiple `tool_result` blocks with id: toolu_1',
    talk(user(text('Weather?')), assistant(call('toolu_1')), user(result('toolu_1'), result('toolu_1'))),
  ],
  'call-has-its-result': [
    'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_2. Each `tool_use` block must have',
    talk(user(text('Weather?')), assistant(call('toolu_1'), call('toolu_2')), user(result('toolu_1'))),
  ],
  'results-before-text': [
    'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1',
    talk(user(text('Weather?')), assistant(call('toolu_1')), user(text('Here it is:'), result('toolu_1'))),
  ],
  'failed-result-not-empty': [
    'messages.2.content.0.tool_result: content cannot be empty if `is_error` is true',
    talk(user(text('Weather?')), assistant(call('toolu_1')), user({ ...result('toolu_1'), content: '', is_error: true })),
  ],
  'hosted-result-has-its-call': [
    'messages.1.content.0: unexpected `tool_use_id` found in `web_search_tool_result` blocks: srvtoolu_1. Each `web_search_tool_result` block',
    talk(
      user(text('News?')),
      assistant({ type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }, text('None.')),
      user(text('Hm')),
    ),
  ],
  'cache-mark-count': [
    'A maximum of 4 blocks with cache_control may be provided. Found 5.',
    talk(user(...many(5, (index) => ({ ...text(`part ${index}`), ...mark() })))),
  ],
  'cache-mark-order': [
    "messages.0.content.0.cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block.",
    asked({ system: [{ ...text('Be brief.'), ...mark() }], messages: [user({ ...text('Hi'), ...mark('1h') })] }),
  ],
  'image-not-empty': ['messages.0.content.0.image.source.base64: image cannot be empty', talk(user(image('image/png', '')))],
  'base64-invalid': [
    'messages.0.content.0.image.source.base64: invalid base64 data',
    talk(user(image('image/png', 'data:image/png;base64,iVBORw0KGgo='))),
  ],
  'image-of-another-kind': [
    'messages.0.content.0.image.source.base64: The image was specified using the image/jpeg media type',
    talk(user(image('image/jpeg', 'iVBORw0KGgo='))),
  ],
  'tool-names-unique': ['tools: Tool names must be unique.', asked({ tools: [weather, weather] })],
  'schema-top-level-union': [
    'tools.0.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level',
    schema({ anyOf: [{ required: ['city'] }] }),
  ],
  'schema-property-names': [
    "tools.0.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'",
    schema({ properties: { 'filter[name]': { type: 'string' } } }),
  ],
  'schema-invalid': [
    'tools.0.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12',
    schema({
      properties: { pair: { type: 'array', items: [{ type: 'string' }, { type: 'string' }] } },
    }),
  ],
  'tool-type-not-supported': [
    "'claude-opus-5-5' does not support tool types: computer_20251124.",
    asked(
      {
        model: 'claude-opus-5-5',
        tools: [{ type: 'computer_20251124', name: 'computer', display_width_px: 1024, display_height_px: 768 }],
      },
      { 'anthropic-beta': 'computer-use-2025-11-24' },
    ),
  ],
  'forced-tools-not-supported': [
    'tool_choice: type "tool" and "any" are not supported for this model.',
    of('claude-opus-5-5', { tools: [weather], tool_choice: { type: 'any' } }),
  ],
  'forced-tools-with-thinking': [
    'Thinking may not be enabled when tool_choice forces tool use.',
    asked({
      tools: [weather],
      tool_choice: { type: 'tool', name: 'get_weather' },
      thinking: budget(1024),
    }),
  ],
  'forced-tools-without-tools': ['tool_choice.any may only be specified while providing tools', asked({ tool_choice: { type: 'any' } })],
  'chosen-tool-exists': [
    "Tool 'search' not found in provided tools",
    asked({ tools: [weather], tool_choice: { type: 'tool', name: 'search' } }),
  ],
  'strict-tool-count': [
    'Too many strict tools (21). The maximum number of strict tools supported is 20.',
    asked({
      tools: many(21, (index) => ({ name: `tool_${index}`, strict: true, input_schema: { type: 'object', additionalProperties: false } })),
    }),
  ],
  'grammar-recursion': [
    'tools.0.custom: Invalid schema: Circular reference detected in schema definitions: node -> node.',
    asked(
      strict(
        { root: { $ref: '#/$defs/node' } },
        {
          required: ['root'],
          $defs: {
            node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } }, required: ['next'], additionalProperties: false },
          },
        },
      ),
    ),
  ],
  'grammar-closed-objects': [
    "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false",
    asked({ output_config: { format: { type: 'json_schema', schema: { type: 'object', properties: {} } } } }),
  ],
  'grammar-keyword': [
    "tools.0.custom: For 'integer' type, properties maximum, minimum are not supported",
    asked(strict({ age: { type: 'integer', minimum: 0, maximum: 150 } })),
  ],
  'grammar-list-length': [
    "tools.0.custom: For 'array' type, 'minItems' values other than 0 or 1 are not supported",
    asked(strict({ names: { type: 'array', items: { type: 'string' }, minItems: 2 } })),
  ],
  'grammar-optional-count': ['Schemas contains too many optional parameters (25)', asked(strict(numbered(25, { type: 'string' })))],
  'grammar-union-count': [
    'Schemas contains too many parameters with union types (17 parameters with type arrays or anyOf).',
    asked(strict(numbered(17, { type: ['string', 'null'] }))),
  ],
  'thinking-budget-not-supported': [
    '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive"',
    of('claude-opus-4-7', { thinking: budget(2048) }),
  ],
  'adaptive-thinking-not-supported': ['adaptive thinking is not supported on this model', asked({ thinking: { type: 'adaptive' } })],
  'thinking-cannot-be-disabled': [
    '"thinking.type.disabled" is not supported for this model.',
    of('claude-opus-5-5', { thinking: { type: 'disabled' } }),
  ],
  'thinking-budget-below-max-tokens': ['`max_tokens` must be greater than `thinking.budget_tokens`.', asked({ thinking: budget(4096) })],
  'effort-not-supported': ['This model does not support the effort parameter.', asked({ output_config: { effort: 'low' } })],
  'effort-level-not-supported': [
    "This model does not support effort level 'max'. Supported levels: high, low, medium.",
    of('claude-opus-4-5-20251101', { output_config: { effort: 'max' } }),
  ],
  'high-effort-needs-thinking': [
    "output_config.effort 'xhigh' is not supported when thinking is disabled on this model.",
    of('claude-opus-5', { thinking: { type: 'disabled' }, output_config: { effort: 'xhigh' } }),
  ],
  'sampling-range': ['temperature: range: 0..1', asked({ temperature: 1.5 })],
  'sampling-deprecated': ['`temperature` is deprecated for this model.', of('claude-opus-4-8', { temperature: 0.5 })],
  'temperature-with-top-p': ['`temperature` and `top_p` cannot both be specified for this model.', asked({ temperature: 0.5, top_p: 0.9 })],
  'temperature-with-thinking': [
    '`temperature` may only be set to 1 when thinking is enabled',
    asked({ temperature: 0, thinking: budget(1024) }),
  ],
  'top-p-with-thinking': ['`top_p` must be greater than or equal to 0.95 or unset', asked({ top_p: 0.5, thinking: budget(1024) })],
  'top-k-with-thinking': ['`top_k` must be unset when thinking is enabled', asked({ top_k: 5, thinking: budget(1024) })],
  'max-tokens-of-the-model': [
    'max_tokens: 64001 > 64000, which is the maximum allowed number of output tokens for',
    asked({ max_tokens: 64_001 }),
  ],
  'stop-sequence-not-empty': ['stop_sequences: each stop sequence must be non-empty', asked({ stop_sequences: ['', '\n'] })],
  'stop-sequence-not-blank': ['stop_sequences: each stop sequence must contain non-whitespace', asked({ stop_sequences: ['\n'] })],
  'user-id-not-an-address': [
    'metadata.user_id: user_id appears to contain an email address.',
    asked({ metadata: { user_id: 'someone@example.com' } }),
  ],
  'thoughts-in-assistant-turns': [
    'messages.0.content: thinking blocks may only be in `assistant` messages',
    talk(user(thought, text('Hi'))),
  ],
  'thought-has-its-signature': [
    'messages.1.content.0: Invalid `signature` in `thinking` block',
    talk(user(text('Hi')), assistant({ ...thought, signature: '' }, text('Hi')), user(text('Well?'))),
  ],
  'tool-loop-starts-with-thought': [
    'messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`.',
    asked({
      thinking: budget(1024),
      tools: [weather],
      messages: [user(text('Weather?')), assistant(call('toolu_1')), user(result('toolu_1'))],
    }),
  ],
  'thought-without-thinking': [
    'messages.1.content.0: When thinking is disabled, an `assistant` message in the final position',
    talk(user(text('Hi')), assistant(thought, text('Well'))),
  ],
  'last-block-not-a-thought': [
    'messages.1: The final block in an assistant message cannot be `thinking`.',
    asked({
      thinking: budget(1024),
      messages: [user(text('Hi')), assistant(thought)],
    }),
  ],
  'prefill-not-supported': [
    'This model does not support assistant message prefill.',
    of('claude-sonnet-4-6', { messages: [user(text('JSON, please')), assistant(text('{'))] }),
  ],
  'prefill-ends-in-space': [
    'messages: final assistant content cannot end with trailing whitespace',
    talk(user(text('Hi')), assistant(text('I am '))),
  ],
}
