import { AppError, errorMessage } from '@waystation/contract/errors'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { autoDisableKey } from '../../domain/channel/keys/channel-key-store.ts'
import { untold } from '../../domain/channel/testing/untold.ts'
import { channelTestRow } from '../../domain/log/row-type.ts'
import type { ProbeResult } from '../../domain/ports.ts'
import { openConsole, PASSWORD, type TestConsole, type Visitor } from '../../testing/console.ts'

let console: TestConsole
let root: Visitor
let admin: Visitor
let outcome: ProbeResult
const good: ProbeResult = { isOk: true, answer: 'hi', firstMs: 12, totalMs: 1234, promptTokens: 3, completionTokens: 2, wouldBeQuota: 7 }

beforeAll(async () => {
  console = await openConsole({ prober: { probe: async () => outcome } })
  root = await console.root()
  admin = await console.user('admin', 10)
})
afterAll(() => console.close())
beforeEach(() => {
  outcome = good
  console.probes.length = 0
  console.notes.length = 0
})

type Channel = { id: number; name: string } & Record<string, unknown>
const draft = { name: 'vendor', type: 1, key: 'secret-key-1\nsecret-key-2', models: 'model-a,model-b', group: 'default,vip' }
const create = async (fields: object = {}) =>
  (await console.call('POST /api/channel/', { as: admin, body: { ...draft, ...fields } })).json.data as Channel

const disableEachKey = async (channelId: number) => {
  const keys = (await console.call(`GET /api/channel/${channelId}/keys`, { as: admin })).json.data as { id: number }[]
  for (const { id: keyId } of keys)
    await console.database.run(autoDisableKey, { channelId, keyId, reason: '401', telling: untold, keyTelling: untold })
}

// security 21
test.each([
  ['openai_organization', 'org-1\r\nX-Evil: 1', 'header_text_invalid'],
  ['openai_organization', 'org\u0001', 'header_text_invalid'],
  ['openai_organization', 'org\u007f', 'header_text_invalid'],
  ['openai_organization', '组织', 'header_text_invalid'],
  ['other', '2024-10-21\nX-Evil: 1', 'header_text_invalid'],
  ['other', '{"default":"us\u0001"}', 'header_text_invalid'],
  ['key', 'sk-one\u0007', 'header_text_invalid'],
  ['key', 'sk-密钥', 'header_text_invalid'],
  ['base_url', 'https://good.example\r\n.evil.example', 'bad_url'],
] as const)(
  '%s cannot be %j: what goes into a header or an address has no line breaks and control characters',
  async (field, text, code) => {
    const channel = await create()
    const stored = async () => (await console.call(`GET /api/channel/${channel.id}`, { as: root })).json.data as Record<string, unknown>
    const before = await stored()
    const words = errorMessage(code, { detail: text }, 'zh')
    for (const line of ['POST /api/channel/', 'PUT /api/channel/']) {
      const reply = await console.call(line, { as: root, body: { ...draft, id: channel.id, [field]: text } })
      expect(reply.json, line).toMatchObject({ success: false, fields: { [field]: words } })
    }
    expect(await stored()).toEqual(before)
  },
)

test('keys on lines of their own, and space around an organisation, are no fault', async () => {
  const channel = await create({ key: 'one\r\ntwo，three', openai_organization: ' org-1\n', other: '{\n"default": "us-east1"\n}' })
  expect(channel).toMatchObject({ key_count: 3, openai_organization: 'org-1' })
})

test('keys are used without what they were wrapped in, wherever they are entered', async () => {
  const sent = async (id: number) => {
    const before = console.probes.length
    for (let at = 0; at < 2; at += 1) await console.call(`GET /api/channel/test/${id}?model=model-a`, { as: root })
    return console.probes.slice(before).map(({ key }) => key)
  }
  const channel = await create({ key: 'Bearer sk-wrapped-one\n"sk-wrapped-two"' })
  expect(await sent(channel.id)).toEqual(['sk-wrapped-one', 'sk-wrapped-two'])
  await console.call('PUT /api/channel/', { as: root, body: { id: channel.id, key: '“sk-wrapped-three”\u200b' } })
  expect(await sent(channel.id)).toEqual(['sk-wrapped-three', 'sk-wrapped-three'])
  await console.call(`POST /api/channel/${channel.id}/keys`, { as: root, body: { key: 'Authorization: Bearer sk-wrapped-four' } })
  expect((await sent(channel.id)).toSorted()).toEqual(['sk-wrapped-four', 'sk-wrapped-three'])
  const found = await console.call('GET /api/channel/search?keyword=Bearer%20sk-wrapped-four', { as: root })
  expect(found.json.data).toMatchObject([{ id: channel.id }])
})

test('models, groups and names are kept without signs that nobody sees, also in a model mapping', async () => {
  const fields = {
    name: '\u200bun\u2060seen ',
    models: 'model-a\u200b、\ufeffmodel-b；\r\n',
    group: 'default\u200b',
    test_model: 'model-a\u200b',
  }
  const channel = await create({ ...fields, tag: 'blue\u200b', model_mapping: '{"model-a\u200b": "real\u2060-a"}' })
  const kept = { name: 'unseen', models: 'model-a,model-b', group: 'default', test_model: 'model-a', tag: 'blue' }
  expect(channel).toMatchObject({ ...kept, model_mapping: '{"model-a": "real-a"}' })
  await console.call(`GET /api/channel/test/${channel.id}?model=model-a%E2%80%8B`, { as: root })
  expect(console.probes.at(-1)).toMatchObject({ model: 'model-a', modelMapping: { 'model-a': 'real-a' } })
})

test('keys go in and do not come out, but for the super admin with the password', async () => {
  const channel = await create()
  const answers = await Promise.all(
    ['/api/channel/', `/api/channel/${channel.id}`, '/api/channel/search?keyword=vendor'].map((path) =>
      console.call(`GET ${path}`, { as: root }),
    ),
  )
  expect(JSON.stringify([channel, answers.map(({ text }) => text)])).not.toContain('secret-key')
  // server, client 6: the record has the family's field, empty; a list has none.
  const [listed, record] = answers.map(({ json }) => json.data as unknown)
  expect(record).toMatchObject({ key: '', has_key: true })
  expect((listed as object[])[0]).not.toHaveProperty('key')
  expect(channel).toMatchObject({ key: '' })
  const reveal = (as: Visitor, body?: object) => console.call(`POST /api/channel/${channel.id}/key`, { as, body })
  expect((await reveal(admin, { password: PASSWORD })).json.code).toBe('no_permission')
  // A login of just now is a confirmation; a wrong password is none all the same.
  expect((await reveal(root)).json.success).toBe(true)
  expect((await reveal(root, { password: 'wrong' })).json).toMatchObject({ code: 'wrong_password', fields: { password: '密码错误' } })
  expect((await reveal(root, { password: PASSWORD })).json.data).toBe('secret-key-1\nsecret-key-2')
  const audit = JSON.stringify(await console.database.read.selectFrom('audit').selectAll().execute())
  expect(audit).not.toContain('secret-key')
  expect(audit).toContain('channel.reveal')
})

// server.md 26
test('no admin can set auto-disabled by hand, and an auto-disabled channel stays so when it is saved', async () => {
  const channel = await create()
  const put = async (id: number, fields: object) =>
    (await console.call('PUT /api/channel/', { as: admin, body: { ...draft, key: '', id, ...fields } })).json
  expect(await put(channel.id, { status: 3 })).toMatchObject({
    success: false,
    code: 'channel_status_of_gateway',
    fields: { status: '“自动禁用”状态只能由网关设置，手动禁用请使用“禁用”' },
  })
  expect((await console.call(`GET /api/channel/${channel.id}`, { as: admin })).json.data).toMatchObject({ status: 1 })
  const made = await console.call('POST /api/channel/', { as: admin, body: { ...draft, status: 3 } })
  expect(made.json.code).toBe('channel_status_of_gateway')

  await disableEachKey(channel.id)
  const { other_info } = (await console.call(`GET /api/channel/${channel.id}`, { as: admin })).json.data as Channel
  expect(other_info).toContain('401')
  expect(await put(channel.id, { status: 3, name: 'renamed' })).toMatchObject({ success: true })
  expect((await console.call(`GET /api/channel/${channel.id}`, { as: admin })).json.data).toMatchObject({
    status: 3,
    name: 'renamed',
    other_info,
  })
  expect(await put(channel.id, { status: 2 })).toMatchObject({ success: true })
})

test('an update of one field leaves the others and the keys', async () => {
  const channel = await create({ priority: 4, test_model: 'model-b' })
  const put = async (body: object) => (await console.call('PUT /api/channel/', { as: admin, body: { id: channel.id, ...body } })).json
  expect((await put({ status: 2 })).data).toEqual({ ...channel, status: 2 })
  expect((await put({ test_model: '', key: '', priority: 0 })).data).toMatchObject({
    test_model: '',
    priority: 0,
    key_count: 2,
    models: 'model-a,model-b',
  })
  // A whole record, as the family's consoles send it back, changes nothing.
  expect((await put({ ...channel, created_time: 1, used_quota: 5, balance: 9, has_key: false })).data).toEqual(channel)
  expect((await put({ name: ' ' })).fields).toEqual({ name: '名称不能为空' })
  expect((await put({ setting: '{' })).fields).toEqual({ setting: '不是合法的 JSON 字符串' })
  expect((await console.call('PUT /api/channel/', { as: admin, body: { id: 99_999, status: 1 } })).json.code).toBe('not_found')
})

test('a JSON text is found again as it was laid out', async () => {
  const laidOut = '{\n  "a": 1,\n  "b": 9007199254740993\n}'
  const channel = await create({ param_override: ` ${laidOut}\n` })
  expect(channel.param_override).toBe(laidOut)
  const put = async (fields: object) =>
    (await console.call('PUT /api/channel/', { as: admin, body: { id: channel.id, ...fields } })).json.data as Channel
  expect((await put({ param_override: '{ "c": 1 }' })).param_override).toBe('{ "c": 1 }')
  expect((await put({ param_override: ' { } ' })).param_override).toBe('')
})

test('a copy is made of a record and the id of its source', async () => {
  const channel = await create()
  const body = { ...channel, id: undefined, name: 'vendor copy', copy_from: channel.id }
  const { json } = await console.call('POST /api/channel/', { as: admin, body })
  expect(json.data).toMatchObject({ name: 'vendor copy', key_count: 2, used_quota: 0 })
})

test('lists are bare, and a search without paging parameters gives all', async () => {
  for (let at = 0; at < 12; at += 1) await create({ name: `many-${at}` })
  const { json } = await console.call('GET /api/channel/', { as: admin })
  expect((json.data as Channel[]).length).toBe(10)
  expect(json).toMatchObject({ page: 0, page_size: 10 })
  expect(((await console.call('GET /api/channel/search?keyword=many-', { as: admin })).json.data as Channel[]).length).toBe(12)
  const paged = (await console.call('GET /api/channel/search?keyword=many-&p=1&page_size=5', { as: admin })).json
  expect(paged).toMatchObject({ total: 12, page: 1, page_size: 5 })
})

test('a test answers with its time, is noted on the channel, and costs nobody anything', async () => {
  const channel = await create({ test_model: 'model-b', name: 'tested' })
  const { json } = await console.call(`GET /api/channel/test/${channel.id}`, { as: admin })
  expect(json).toMatchObject({
    success: true,
    message: '',
    time: 1.234,
    data: { answer: 'hi', model: 'model-b', first_ms: 12, total_ms: 1234 },
  })
  expect(console.probes[0]).toMatchObject({ id: channel.id, key: 'secret-key-1', model: 'model-b', modelMapping: {} })
  expect(console.notes).toHaveLength(1)
  expect(console.notes[0]!.log).toMatchObject({
    type: channelTestRow,
    quota: 0,
    userId: admin.id,
    channelId: channel.id,
    model: 'model-b',
  })
  expect(JSON.parse(console.notes[0]!.log.other)).toMatchObject({ is_test: true, would_be_quota: 7 })
  const after = (await console.call(`GET /api/channel/${channel.id}`, { as: admin })).json.data as Channel
  expect(after.response_time).toBe(1234)
  expect(after.test_time).toBeGreaterThan(0)
})

test('a test that failed says why and how long it took, and changes no status', async () => {
  const channel = await create()
  outcome = { ...good, isOk: false, answer: '', error: 'invalid api key', status: 401, firstMs: null, totalMs: 50, wouldBeQuota: 0 }
  const { status, json } = await console.call(`GET /api/channel/test/${channel.id}?model=model-x`, { as: admin })
  expect([status, json.success, json.code, json.message, json.time]).toEqual([200, false, 'channel_test_failed', 'invalid api key', 0.05])
  expect(json.data).toMatchObject({ model: 'model-x', error: 'invalid api key' })
  const after = (await console.call(`GET /api/channel/${channel.id}`, { as: admin })).json.data as Channel
  const test_failure = { code: 'channel_test_failed', facts: { detail: 'invalid api key' } }
  expect(after).toMatchObject({ response_time: 50, status: 1, test_failure })
  const failed = async (list: string) => (await console.call(`GET /api/channel/${list}tested=failed`, { as: admin })).json.data as Channel[]
  expect(await failed('?')).toEqual([expect.objectContaining({ id: channel.id, test_failure })])
  expect(await failed('search?keyword=vendor&')).toHaveLength(1)
  outcome = { ...outcome, error: '' }
  await console.call(`GET /api/channel/test/${channel.id}`, { as: admin })
  expect((await failed('?'))[0]?.test_failure).toMatchObject({ facts: { detail: { zh: '测试失败', en: 'The test failed' } } })
  outcome = { ...good, isOk: false, refusal: { code: 'model_price_error', facts: { model: 'model-x' } } }
  const unpriced = await console.call(`GET /api/channel/test/${channel.id}`, { as: admin })
  expect([unpriced.status, unpriced.json.success, unpriced.json.code]).toEqual([200, false, 'model_price_error'])
  expect(unpriced.json.time).toBe(outcome.totalMs / 1000)
  expect((await failed('?'))[0]?.test_failure).toEqual({ code: 'model_price_error', facts: { model: 'model-x' } })
  outcome = good
  await console.call(`GET /api/channel/test/${channel.id}`, { as: admin })
  expect(await failed('?')).toEqual([])
})

test('keys are added and removed one by one, and the audit knows their ends only', async () => {
  const channel = await create({ key: 'first-key-aaaa' })
  type Key = { id: number; tail: string; status: number }
  const keys = async (line: string, body?: object) => (await console.call(line, { as: admin, body })).json
  const path = `/api/channel/${channel.id}/keys`
  const added = (await keys(`POST ${path}`, { key: 'second-key-bbbb\nthird-key-cccc' })).data as Key[]
  expect(added.map(({ tail }) => tail)).toEqual(['aaaa', 'bbbb', 'cccc'])
  expect(await keys(`POST ${path}`, { key: 'first-key-aaaa' })).toMatchObject({ success: false, fields: { key: '该渠道已有这些密钥' } })
  expect(await keys(`POST ${path}`, { key: ' ' })).toMatchObject({ success: false, fields: { key: expect.any(String) } })
  const left = (await keys(`DELETE ${path}/${added[0]?.id}`)).data as Key[]
  expect(left.map(({ tail }) => tail)).toEqual(['bbbb', 'cccc'])
  expect(await keys(`DELETE ${path}/${added[0]?.id}`)).toMatchObject({ code: 'not_found' })
  await keys(`DELETE ${path}/${left[0]?.id}`)
  expect(await keys(`DELETE ${path}/${left[1]?.id}`)).toMatchObject({ code: 'channel_only_key' })
  const audit = JSON.stringify(await console.database.read.selectFrom('audit').selectAll().where('action', '=', 'channel.key').execute())
  expect(audit).toContain('bbbb')
  expect(audit).not.toContain('second-key')
})

test('a disabling is taken back: the channel serves, and a key that the gateway disabled stays so', async () => {
  const channel = await create({ key: 'one\ntwo' })
  const [dead] = (await console.call(`GET /api/channel/${channel.id}/keys`, { as: admin })).json.data as { id: number }[]
  await console.database.run(autoDisableKey, {
    channelId: channel.id,
    keyId: dead?.id ?? 0,
    reason: '401',
    telling: untold,
    keyTelling: untold,
  })
  const put = (fields: object) => console.call('PUT /api/channel/', { as: admin, body: { id: channel.id, ...fields } })
  await put({ status: 2 })
  expect((await put({ status: 1, keeps_keys: true })).json.data).toMatchObject({ status: 1 })
  const states = async () =>
    ((await console.call(`GET /api/channel/${channel.id}/keys`, { as: admin })).json.data as { status: number }[]).map(
      ({ status }) => status,
    )
  expect(await states()).toEqual([3, 1])
  await put({ status: 2 })
  await put({ status: 1 })
  expect(await states()).toEqual([1, 1])
})

test('an unsaved draft is tested without being stored, with the stored key if none is given', async () => {
  const channel = await create()
  const body = { ...draft, key: '', id: channel.id, model: 'model-a', name: undefined, param_override: '{"a":1}' }
  const { json } = await console.call('POST /api/channel/test', { as: admin, body })
  expect(json).toMatchObject({ success: true, time: 1.234 })
  expect(console.probes[0]).toMatchObject({ id: 0, key: 'secret-key-1', paramOverride: { a: 1 } })
  const stolen = await console.call('POST /api/channel/test', { as: admin, body: { ...body, base_url: 'https://evil.test' } })
  expect(stolen.json.code).toBe('channel_key_again')
  expect((await console.call('POST /api/channel/test', { as: admin, body: { ...draft, key: '' } })).json.code).toBe('channel_key_required')
})

describe('the model of a test that names none', () => {
  const pictures = 'dall-e-3,gpt-image-1,omni-moderation-latest,text-embedding-3-small,tts-1,whisper-1'
  const testStored = async (models: string, more: object = {}) => {
    const { id } = await create({ models, ...more })
    return (await console.call(`GET /api/channel/test/${id}`, { as: admin })).json
  }
  const testForm = async (models: string, more: object = {}) =>
    (await console.call('POST /api/channel/test', { as: admin, body: { ...draft, models, ...more } })).json

  test.each([
    ['a usual chat model, wherever it stands', `${pictures},gpt-4o,gpt-4o-mini`, 'gpt-4o-mini'],
    ['one with a price before one without', `${pictures},a-house-model,gpt-4.1`, 'gpt-4.1'],
    ['a chat model without a price before a picture', `dall-e-3,a-house-model`, 'a-house-model'],
    ['the vectors of a channel that has nothing else', 'dall-e-3,text-embedding-3-small', 'text-embedding-3-small'],
  ])('%s', async (_what, models, taken) => {
    expect((await testStored(models)).data).toMatchObject({ model: taken })
    expect((await testForm(models)).data).toMatchObject({ model: taken })
  })

  test('the test model of the channel comes first, whatever it is', async () => {
    expect((await testStored(`${pictures},gpt-4o`, { test_model: 'dall-e-3' })).data).toMatchObject({ model: 'dall-e-3' })
    expect((await testForm(`${pictures},gpt-4o`, { test_model: 'dall-e-3' })).data).toMatchObject({ model: 'dall-e-3' })
  })

  test('a mapped model has the price of the one it stands for', async () => {
    const mapped = { model_mapping: '{"house-name":"gpt-4o"}' }
    expect((await testStored('mystery,house-name', mapped)).data).toMatchObject({ model: 'house-name' })
  })

  test('a channel with picture models only gets no chat test', async () => {
    const asked = console.probes.length
    expect((await testStored('dall-e-3,whisper-1')).code).toBe('channel_test_no_model')
    expect((await testForm('dall-e-3,whisper-1')).code).toBe('channel_test_no_model')
    expect(console.probes).toHaveLength(asked)
  })
})

test('models are fetched, for a stored channel and for a form', async () => {
  const channel = await create()
  expect((await console.call(`GET /api/channel/fetch_models/${channel.id}`, { as: admin })).json.data).toEqual(['model-a'])
  const body = { type: 1, key: 'other-key', base_url: 'https://a.test/', setting: '{"proxy":"http://p.test"}' }
  expect((await console.call('POST /api/channel/fetch_models', { as: admin, body })).json.data).toEqual(['model-a'])
  expect(console.probes.at(-1)).toMatchObject({ key: 'other-key', baseUrl: 'https://a.test', setting: { proxy: 'http://p.test' } })
  expect((await console.call('POST /api/channel/fetch_models', { as: admin, body: { type: 8, key: 'k' } })).json.code).toBe(
    'base_url_required',
  )
  expect((await console.call('GET /api/channel/fetch_models/99999', { as: admin })).json.code).toBe('not_found')
})

test('a far end that gives no list of models is a refusal, not a failure of ours', async () => {
  const failing = await openConsole({
    prober: { fetchModels: () => Promise.reject(new AppError('models_fetch_failed', { detail: 'status 401' })) },
  })
  const visitor = await failing.root()
  const reply = await failing.call('POST /api/channel/fetch_models', { as: visitor, body: { type: 1, key: 'k' } })
  expect([reply.status, reply.json.message]).toEqual([200, '获取模型列表失败：status 401'])
  await failing.close()
})

test('the catalog follows at once: models of enabled channels, and those without a price', async () => {
  const channel = await create({ models: 'brand-new-model,gpt-5', name: 'catalog' })
  const models = async () => (await console.call('GET /api/channel/models_enabled', { as: admin })).json.data as string[]
  expect(await models()).toContain('brand-new-model')
  const ofUser = async () => (await console.call('GET /api/user/models', { as: root })).json.data
  expect(await ofUser()).not.toContain('brand-new-model')
  const unpriced = (query: string) => console.call(`GET /api/channel/models_unpriced?models=${query}`, { as: admin })
  const ENDING = { model: 'gpt-5', on: '2026-12-11', successor: 'gpt-6.1-sol' }
  expect((await unpriced('brand-new-model,gpt-5')).json.data).toEqual({
    models: ['brand-new-model'],
    rule: 'refused',
    uncallable: [],
    ending: [ENDING],
  })
  // For the note in the form when a vendor's list brings them.
  const fetched = async (type: number) =>
    (await console.call('POST /api/channel/models_unpriced', { as: admin, body: { models: ['sora-2', 'whisper-1', 'gpt-5'], type } })).json
      .data
  expect(await fetched(1)).toMatchObject({ uncallable: ['sora-2'] })
  expect(await fetched(14)).toMatchObject({ uncallable: ['sora-2', 'whisper-1'] })
  // The ending -high is one of this type's own, and -thinking is not. // server 13
  const endings = await unpriced('gpt-5-high,claude-opus-4-5-thinking&type=1')
  expect(endings.json.data).toMatchObject({ models: ['claude-opus-4-5-thinking'] })
  const rule = async (key: string, value: string) => {
    await console.options.set(key, value, { role: 100 })
    return ((await unpriced('brand-new-model')).json.data as { rule: string }).rule
  }
  expect(await rule('SelfUseModeEnabled', 'true')).toBe('self-use')
  expect(await ofUser()).toContain('brand-new-model')
  await console.options.set('fallback_single_price', '0.5', { role: 100 })
  expect(await rule('fallback_pricing_enabled', 'true')).toBe('fallback')
  await rule('fallback_pricing_enabled', 'false')
  expect(await rule('SelfUseModeEnabled', 'false')).toBe('refused')
  await console.call('PUT /api/channel/', { as: admin, body: { id: channel.id, status: 2 } })
  expect(await models()).not.toContain('brand-new-model')
  await console.call(`DELETE /api/channel/${channel.id}`, { as: admin })
  expect((await console.call(`GET /api/channel/${channel.id}`, { as: admin })).json.code).toBe('not_found')
  expect((await console.call('GET /api/models', { as: root })).json.data).toHaveProperty('1')
  expect(((await console.call('GET /api/channel/models', { as: admin })).json.data as object[])[0]).toEqual({
    id: expect.any(String),
    owned_by: 'OpenAI',
  })
})
