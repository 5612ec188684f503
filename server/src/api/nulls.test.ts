// server 10, client 2: in what the family's clients send, null, left out and empty mean the same; groups come as a text or as a list.
import { ChannelDraft, emptyChannelFields } from '@waystation/contract/channels/channel'
import { emptyTokenFields, TokenDraft } from '@waystation/contract/people/token'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openConsole, type TestConsole, type Visitor } from '../testing/console.ts'

let console: TestConsole
let root: Visitor
beforeAll(async () => {
  console = await openConsole()
  root = await console.root()
})
afterAll(() => console.close())

type Row = Record<string, unknown> & { id: number }
const send = async (line: string, body: object) => (await console.call(line, { as: root, body })).json
const made = async (line: string, body: object) => {
  const json = await send(line, body)
  expect(json.fields, JSON.stringify(body)).toBeUndefined()
  return json.data as Row
}
const withoutIdentity = ({ id: _id, key: _key, created_time: _created, ...rest }: Row) => rest

const channel = { name: 'vendor', type: 1, key: 'k', models: 'model-a' }
const fullChannel = {
  ...channel,
  openai_organization: 'org',
  max_input_tokens: 5,
  base_url: 'https://vendor.test',
  other: 'other',
  model_mapping: '{"a":"b"}',
  status_code_mapping: '{"400":"500"}',
  group: 'vip',
  auto_ban: 0,
  test_model: 'model-a',
  priority: 3,
  weight: 4,
  tag: 'tag',
  model_prefix: 'p-',
  setting: '{"strict":true}',
  param_override: '{"a":1}',
  system_prompt: 'be kind',
}
const token = { name: 'token' }
const fullToken = {
  ...token,
  group: 'default',
  remain_quota: 7,
  unlimited_quota: true,
  expired_time: 4_000_000_000,
  rate_limit_enabled: true,
  rate_limit_period: 5,
  rate_limit_count: 6,
  rate_limit_success: 7,
  model_limits_enabled: true,
  model_limits: 'model-a',
  allow_ips: '10.0.0.1',
}

describe.each([
  ['/api/channel/', channel, fullChannel, ChannelDraft.shape, emptyChannelFields],
  ['/api/token/', token, fullToken, TokenDraft.shape, emptyTokenFields],
] as const)('%s', (path, least, full, shape, empty) => {
  const optional = Object.keys(shape).filter((name) => !Object.hasOwn(least, name))
  const emptied = empty as Readonly<Record<string, unknown>>

  test.each(optional)('a new one without %s is the same with null and with empty text there', async (name) => {
    const plain = withoutIdentity(await made(`POST ${path}`, least))
    expect(withoutIdentity(await made(`POST ${path}`, { ...least, [name]: null }))).toEqual(plain)
    expect(withoutIdentity(await made(`POST ${path}`, { ...least, [name]: '' }))).toEqual(plain)
  })

  test('a new one with every optional field null is one with none', async () => {
    const nulls = Object.fromEntries(optional.map((name) => [name, null]))
    expect(withoutIdentity(await made(`POST ${path}`, { ...least, ...nulls }))).toEqual(withoutIdentity(await made(`POST ${path}`, least)))
  })

  test.each(Object.keys(shape))('null as %s in a change empties the field, or leaves it where it cannot be empty', async (name) => {
    const before = await made(`POST ${path}`, full)
    const after = await made(`PUT ${path}`, { id: before.id, [name]: null })
    const wanted = Object.hasOwn(emptied, name) ? { ...before, [name]: emptied[name] } : before
    expect(withoutIdentity(after)).toEqual(withoutIdentity(wanted))
  })

  test('a whole record with null in what is empty is taken back as it is', async () => {
    const before = await made(`POST ${path}`, least)
    const record = Object.fromEntries(
      Object.entries(before).map(([name, value]) => [name, Object.hasOwn(emptied, name) && (value === '' || value === 0) ? null : value]),
    )
    expect(withoutIdentity(await made(`PUT ${path}`, { ...record, key: null }))).toEqual(withoutIdentity(before))
  })

  test('what is required is missed when it is null', async () => {
    for (const name of Object.keys(least)) {
      const { success } = await send(`POST ${path}`, { ...least, [name]: null })
      expect(success, name).toBe(false)
    }
  })
})

describe('the groups of a channel', () => {
  const groupOf = async (line: string, body: object) => (await made(line, body)).group

  test.each([
    [{ groups: ['vip', 'svip'] }, 'vip,svip'],
    [{ groups: 'vip, svip' }, 'vip,svip'],
    [{ group: ['vip'] }, 'vip'],
    [{ group: 'default', groups: ['vip'] }, 'vip'],
    [{ group: 'vip', groups: [] }, 'vip'],
    [{ group: 'vip', groups: null }, 'vip'],
    [{ group: null, groups: ['vip'] }, 'vip'],
    [{ group: '', groups: [] }, 'default'],
    [{}, 'default'],
  ])('of a new one with %j are %s', async (fields, groups) => {
    expect(await groupOf('POST /api/channel/', { ...channel, ...fields })).toBe(groups)
  })

  test.each([
    [{ groups: ['svip'] }, 'svip'],
    [{ group: 'vip', groups: ['svip', 'vip'] }, 'svip,vip'],
    [{ group: 'svip', groups: [] }, 'svip'],
    [{ group: '' }, 'vip'],
    [{ group: null, groups: null }, 'vip'],
    [{ groups: [] }, 'vip'],
    [{ name: 'renamed' }, 'vip'],
  ])('of one in vip that is changed with %j are %s', async (fields, groups) => {
    const { id } = await made('POST /api/channel/', { ...channel, group: 'vip' })
    expect(await groupOf('PUT /api/channel/', { id, ...fields })).toBe(groups)
  })

  test('of a tag come as a list too', async () => {
    const { id } = await made('POST /api/channel/', { ...channel, tag: 'listed' })
    expect(await send('PUT /api/channel/tag', { tag: 'listed', groups: ['vip', 'svip'] })).toMatchObject({ success: true, data: 1 })
    expect((await console.call(`GET /api/channel/${id}`, { as: root })).json.data).toMatchObject({ group: 'vip,svip' })
  })

  test('that are neither text nor list are refused', async () => {
    for (const fields of [{ groups: 5 }, { groups: [5] }, { groups: { a: 1 } }, { group: true }]) {
      const { success, fields: wrong } = await send('POST /api/channel/', { ...channel, ...fields })
      expect([success, Object.keys(wrong ?? {})], JSON.stringify(fields)).toEqual([false, Object.keys(fields)])
    }
  })
})
