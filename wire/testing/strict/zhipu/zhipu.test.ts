// What Zhipu refuses and takes, after its page and what others recorded of its API.
import { expect } from 'vitest'
import type { JsonObject } from '../../../src/encoding/json.ts'
import { call, calling, hi, named, result, schemaFormat, shown, system, tool, weather } from '../chat-examples.ts'
import { type Broken, describeVendor, type Valid } from '../vendor-tables.ts'
import { zhipu } from './index.ts'

const asked = (patch: JsonObject, model = 'glm-4.7'): JsonObject => ({ model, messages: [hi], ...patch })
const told = (...messages: JsonObject[]): JsonObject => asked({ messages })
const picture = shown('https://example.com/a.png')
const strict: JsonObject = { type: 'function', function: { name: 'f', strict: true } }

const refused: readonly Broken[] = [
  { rule: 'no-authorization', says: 'Header中未收到Authorization参数', body: asked({}), headers: {}, status: 401 },
  { rule: 'body-not-an-object', says: 'API 调用参数有误', body: [hi] },
  { rule: 'model-not-found', says: '模型不存在', body: asked({}, 'gpt-4o') },
  { rule: 'no-messages', says: 'messages 参数非法', body: told() },
  { rule: 'unknown-role', says: 'messages 参数非法', body: told({ role: 'developer', content: 'Be brief.' }, hi) },
  { rule: 'no-user', says: 'messages 参数非法', body: told(system) },
  { rule: 'empty-message', says: '未正常接收到prompt参数', body: told({ role: 'user', content: '' }) },
  { rule: 'empty-message', says: '未正常接收到prompt参数', body: told(hi, { role: 'assistant', content: null }, hi) },
  { rule: 'message-name', says: 'API 调用参数有误', body: told({ ...hi, name: 'ann' }) },
  { rule: 'part-type', says: "messages.content.type 参数非法，取值范围 ['text']", body: told(picture) },
  {
    rule: 'part-type',
    says: "取值范围 ['text', 'image_url', 'video_url', 'file_url']",
    body: asked({ messages: [{ role: 'user', content: [{ type: 'input_audio', input_audio: {} }] }] }, 'glm-4.6v'),
  },
  { rule: 'unknown-field', says: 'API 调用参数有误', body: asked({ stream: true, stream_options: { include_usage: true } }) },
  { rule: 'unknown-field', says: 'API 调用参数有误', body: asked({ max_completion_tokens: 50 }) },
  { rule: 'unknown-field', says: 'API 调用参数有误', body: asked({ seed: 1 }) },
  { rule: 'temperature', says: 'API 调用参数有误', body: asked({ temperature: 1.2 }) },
  { rule: 'top-p', says: 'top_p 参数非法', body: asked({ top_p: 1 }) },
  { rule: 'max-tokens', says: 'max_tokens 参数非法', body: asked({ max_tokens: 200_000 }) },
  { rule: 'n', says: 'API 调用参数有误', body: asked({ n: 2 }) },
  { rule: 'thinking', says: "thinking.type 参数非法，取值范围 ['enabled', 'disabled']", body: asked({ thinking: { type: 'adaptive' } }) },
  { rule: 'too-many-tools', says: 'tools 参数非法', body: asked({ tools: Array.from({ length: 129 }, (_, at) => tool(`f${at}`)) }) },
  { rule: 'tool-type', says: 'tools.type 参数非法', body: asked({ tools: [{ type: 'custom', custom: { name: 'patch' } }] }) },
  { rule: 'function-name', says: 'tools.function.name 参数非法', body: asked({ tools: [tool('read.file')] }) },
  { rule: 'strict-function', says: 'API 调用参数有误', body: asked({ tools: [strict] }) },
  { rule: 'tool-choice', says: "tool_choice 参数非法，取值范围 ['auto']", body: asked({ tools: [weather], tool_choice: 'required' }) },
  { rule: 'tool-choice', says: "取值范围 ['auto']", body: asked({ tools: [weather], tool_choice: named }) },
  { rule: 'answer-type', says: "取值范围 ['text', 'json_object']", body: asked({ response_format: schemaFormat }) },
]

const taken: readonly Valid[] = [
  { name: 'a text', body: told(system, hi) },
  { name: 'a stream', body: asked({ stream: true, tool_stream: true }) },
  { name: 'sampling', body: asked({ do_sample: true, temperature: 1, top_p: 0.99, max_tokens: 131_072, stop: ['.'] }) },
  { name: 'thinking', body: asked({ thinking: { type: 'disabled' } }) },
  { name: 'an effort', body: asked({ reasoning_effort: 'max' }, 'glm-5.2') },
  { name: 'free JSON', body: asked({ response_format: { type: 'json_object' } }) },
  { name: 'tools that the model may call', body: asked({ tools: [weather, tool('now')], tool_choice: 'auto' }) },
  { name: 'a search of its own', body: asked({ tools: [{ type: 'web_search', web_search: { enable: true } }] }) },
  { name: 'calls and their results', body: told(hi, calling(call('a'), call('b')), result('a'), result('b')) },
  { name: 'thoughts of an earlier turn', body: told(hi, { role: 'assistant', content: 'Yes.', reasoning_content: 'Hm.' }, hi) },
  { name: 'a picture', body: asked({ messages: [picture] }, 'glm-4.6v') },
  { name: 'a picture for the small model that sees', body: asked({ messages: [picture] }, 'glm-5.3-flash') },
  { name: 'its own ids', body: asked({ request_id: 'r-1', user_id: 'user-000001' }) },
  { name: 'nulls', body: asked({ temperature: null, tool_choice: null, seed: null }) },
]

describeVendor({
  vendor: zhipu,
  path: '/api/paas/v4/chat/completions',
  refused,
  taken,
  form: (message) => ({ error: { code: expect.stringMatching(/^1\d{3}$/), message } }),
})
