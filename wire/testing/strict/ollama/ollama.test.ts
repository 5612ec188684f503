// What a server of Ollama refuses and takes, after its own source.
import type { JsonObject } from '../../../src/encoding/json.ts'
import { call, calling, hi, named, objectOf, png, result, schemaFormat, shown, system, tool, weather } from '../chat-examples.ts'
import { type Broken, describeVendor, type Valid } from '../vendor-tables.ts'
import { ollama, ollamaNative } from './index.ts'

const asked = (patch: JsonObject, model = 'qwen3:8b'): JsonObject => ({ model, messages: [hi], ...patch })
const told = (...messages: JsonObject[]): JsonObject => asked({ messages })
const field = (name: string) => `into Go struct field ChatCompletionRequest.${name} of type`

const refused: readonly Broken[] = [
  { rule: 'cannot-unmarshal', says: 'json: cannot unmarshal array into Go value of type openai.ChatCompletionRequest', body: [hi] },
  { rule: 'cannot-unmarshal', says: `json: cannot unmarshal string ${field('temperature')} float64`, body: asked({ temperature: 'hot' }) },
  { rule: 'cannot-unmarshal', says: `json: cannot unmarshal number 1.5 ${field('max_tokens')} int`, body: asked({ max_tokens: 1.5 }) },
  { rule: 'cannot-unmarshal', says: `json: cannot unmarshal string ${field('stream')} bool`, body: asked({ stream: 'yes' }) },
  {
    rule: 'cannot-unmarshal',
    says: `json: cannot unmarshal object ${field('messages.tool_calls.function.arguments')} string`,
    body: told(hi, calling({ id: 'a', type: 'function', function: { name: 'f', arguments: {} } })),
  },
  {
    rule: 'cannot-unmarshal',
    says: 'json: cannot unmarshal object into Go struct field ToolProperty.required of type []string',
    body: asked({ tools: [tool('f', objectOf({ a: objectOf({}, { required: {} }) }))] }),
  },
  {
    rule: 'cannot-unmarshal',
    says: 'json: cannot unmarshal bool into Go struct field ToolFunctionParameters.properties of type api.ToolProperty',
    body: asked({ tools: [tool('f', objectOf({ a: true }))] }),
  },
  {
    rule: 'cannot-unmarshal',
    says: 'into Go struct field ToolFunctionParameters.type of type string',
    body: asked({ tools: [tool('f', { type: ['object', 'null'] })] }),
  },
  { rule: 'messages-empty', says: "[] is too short - 'messages'", body: told() },
  { rule: 'message-format', says: 'invalid message format', body: told({ role: 'user', content: [{ type: 'file', file: {} }] }) },
  { rule: 'message-format', says: 'invalid message format', body: told({ role: 'user', content: ['Hi'] }) },
  { rule: 'image-address', says: 'image URLs are not currently supported', body: told(shown('https://example.com/a.png')) },
  { rule: 'image-input', says: 'invalid image input', body: told(shown('data:image/gif;base64,AAAA')) },
  { rule: 'image-input', says: 'invalid image input', body: told(shown('data:image/png;base64,*')) },
  { rule: 'content-type', says: 'invalid message content type: <nil>', body: told({ role: 'assistant', content: null }, hi) },
  { rule: 'content-type', says: 'content type: map[string]interface {}', body: told({ role: 'user', content: { text: 'Hi' } }) },
  { rule: 'tool-call-arguments', says: 'invalid tool call arguments', body: told(hi, calling(call('a', '')), result('a')) },
  { rule: 'tool-call-arguments', says: 'invalid tool call arguments', body: told(hi, calling(call('a', '[]')), result('a')) },
  { rule: 'reasoning-value', says: "invalid reasoning value: 'minimal'", body: asked({ reasoning_effort: 'minimal' }) },
  { rule: 'reasoning-value', says: "invalid reasoning value: 'xhigh'", body: asked({ reasoning: { effort: 'xhigh' } }) },
  { rule: 'model-required', says: 'model is required', body: asked({}, '') },
  {
    rule: 'no-tools',
    says: 'registry.ollama.ai/library/smollm2:360m does not support tools',
    body: asked({ tools: [weather] }, 'smollm2:360m'),
  },
  { rule: 'no-thinking', says: '"llama3.1:8b" does not support thinking', body: asked({ reasoning_effort: 'low' }, 'llama3.1:8b') },
]

const taken: readonly Valid[] = [
  { name: 'a text', body: told(system, hi) },
  { name: 'instructions of the developer', body: told({ role: 'developer', content: 'Be brief.' }, hi) },
  { name: 'an empty text', body: told({ role: 'assistant', content: '' }, hi) },
  {
    name: 'sampling out of every range',
    body: asked({ temperature: 5, top_p: 2, n: 3, presence_penalty: 9, stop: ['a', 'b', 'c', 'd', 'e'] }),
  },
  { name: 'null for everything', body: asked({ temperature: null, tools: null, stop: null, response_format: null }) },
  { name: 'an effort', body: asked({ reasoning_effort: 'max' }) },
  { name: 'no thinking', body: asked({ reasoning_effort: 'none' }, 'llama3.1:8b') },
  { name: 'a named tool and an empty list of tools', body: asked({ tools: [], tool_choice: named }) },
  { name: 'a tool without parameters', body: asked({ tools: [tool('now'), weather], tool_choice: 'required' }) },
  {
    name: 'a property of two types',
    body: asked({ tools: [tool('f', objectOf({ a: { type: ['string', 'null'], enum: ['x', null] } }))] }),
  },
  { name: 'structured output', body: asked({ response_format: schemaFormat }) },
  { name: 'JSON that no message mentions', body: asked({ response_format: { type: 'json_object' } }) },
  { name: 'an image', body: told(shown(png), shown('data:;base64,iVBORw0KGgo=')) },
  { name: 'a call without its result', body: told(hi, calling(call('a')), hi, result('z')) },
  { name: 'stream options without a stream', body: asked({ stream_options: { include_usage: true } }) },
  { name: 'fields that it does not know', body: asked({ store: false, user: 5, metadata: [], logit_bias: {} }) },
]

const native = (name: string) => `into Go struct field ChatRequest.${name} of type`
const refusedNative: readonly Broken[] = [
  { rule: 'cannot-unmarshal', says: `json: cannot unmarshal array ${native('messages.content')} string`, body: told(shown(png)) },
  {
    rule: 'cannot-unmarshal',
    says: `json: cannot unmarshal string ${native('messages.tool_calls.function.arguments')} api.ToolCallFunctionArguments`,
    body: told(hi, calling(call('a'))),
  },
  { rule: 'cannot-unmarshal', says: 'illegal base64 data at input byte 4', body: told({ ...hi, images: [png] }) },
  { rule: 'cannot-unmarshal', says: `json: cannot unmarshal object ${native('tools')} api.Tools`, body: asked({ tools: {} }) },
  {
    rule: 'think-value',
    says: 'invalid think value: "minimal" (must be "high", "medium", "low", "max", true, or false)',
    body: asked({ think: 'minimal' }),
  },
  { rule: 'think-value', says: 'think must be a boolean or string', body: asked({ think: { effort: 'low' } }) },
  { rule: 'model-required', says: 'model is required', body: { messages: [hi] } },
  { rule: 'no-tools', says: 'registry.ollama.ai/library/gemma2 does not support tools', body: asked({ tools: [weather] }, 'gemma2') },
  { rule: 'no-thinking', says: '"qwen3-coder:30b" does not support thinking', body: asked({ think: true }, 'qwen3-coder:30b') },
  {
    rule: 'option-type',
    says: 'option "num_predict" must be of type integer',
    body: asked({ options: { num_predict: 'all' } }),
    status: 500,
  },
  { rule: 'option-type', says: 'option "stop" must be of type array', body: asked({ options: { stop: 'a' } }), status: 500 },
]

const nativeCall: JsonObject = { function: { name: 'get_weather', arguments: { city: 'Paris' } } }
const takenNative: readonly Valid[] = [
  { name: 'a text', body: told(system, hi) },
  { name: 'no messages, which loads the model', body: { model: 'qwen3:8b' } },
  { name: 'an image', body: told({ ...hi, images: ['iVBORw0KGgo='] }) },
  {
    name: 'calls and results',
    body: told(hi, { role: 'assistant', content: '', tool_calls: [nativeCall] }, { role: 'tool', content: '15', tool_name: 'f' }),
  },
  { name: 'thoughts of an earlier turn', body: told(hi, { role: 'assistant', content: 'Yes.', thinking: 'Hm.' }, hi) },
  { name: 'a level of thinking', body: asked({ think: 'high' }, 'gpt-oss:20b') },
  { name: 'no thinking where there is none', body: asked({ think: false }, 'llama3.1:8b') },
  { name: 'JSON', body: asked({ format: 'json' }) },
  { name: 'a schema', body: asked({ format: objectOf({ city: { type: 'string' } }) }) },
  { name: 'options', body: asked({ options: { temperature: 3, num_predict: -1, stop: ['a'], unknown: {} } }) },
  { name: 'a tool', body: asked({ tools: [weather], stream: false, keep_alive: '5m' }) },
  { name: 'fields that it does not know', body: asked({ tool_choice: 'auto', temperature: 'hot' }) },
]

describeVendor({
  vendor: ollama,
  path: '/v1/chat/completions',
  refused,
  taken,
  form: (message) => ({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
})
describeVendor({ vendor: ollamaNative, path: '/api/chat', refused: refusedNative, taken: takenNative, form: (error) => ({ error }) })
