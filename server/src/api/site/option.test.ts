import { oidcClientSecret } from '@waystation/contract/options/oidc'
import { epayKey, stripeSecretKey } from '@waystation/contract/options/payment'
import { optionByKey } from '@waystation/contract/options/registry'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOptions } from '../../domain/option/option-service.ts'
import { localInvalidation } from '../../lib/shared/invalidation.ts'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'

let console: TestConsole
let root: Visitor
let admin: Visitor

beforeAll(async () => {
  console = await openConsole()
  root = await console.root()
  admin = await console.user('admin', 10)
})
afterAll(() => console.close())

const put = async (as: Visitor, key: string, value: unknown) => (await console.call('PUT /api/option/', { as, body: { key, value } })).json
const list = async (as: Visitor) => (await console.call('GET /api/option/', { as })).json
const textOf = async (key: string) => ((await list(root)).data as { key: string; value: string }[]).find((item) => item.key === key)?.value

test('values may come as text, number or boolean and are shown as text', async () => {
  for (const [given, shown] of [
    [5, '5'],
    ['3', '3'],
  ] as const) {
    expect((await put(admin, 'RetryTimes', given)).success).toBe(true)
    expect(await textOf('RetryTimes')).toBe(shown)
  }
  expect((await put(admin, 'DisplayInCurrencyEnabled', false)).success).toBe(true)
  expect(await textOf('DisplayInCurrencyEnabled')).toBe('false')
  expect((await console.call('GET /api/status')).json.data).toMatchObject({ display_in_currency: false })
})

test('the settings page leaves out the settings of the price screen, and no other', async () => {
  const keysOf = ({ data }: { readonly data?: unknown }) => (data as { key: string }[]).map(({ key }) => key)
  const rest = keysOf((await console.call('GET /api/option/?without=prices', { as: admin })).json)
  const left = keysOf(await list(admin)).filter((key) => !rest.includes(key))
  expect(left).toEqual(expect.arrayContaining(['ModelRatio', 'GroupRatio', 'LengthTiers']))
  expect(left.filter((key) => typeof optionByKey(key)?.card !== 'string')).toEqual([])
  expect(rest).toContain('QuotaPerUnit')
})

test('the public status tells whether drawings, other tasks and callbacks are on', async () => {
  const told = async () => {
    const { enable_drawing, enable_task, mj_notify_enabled } = (await console.call('GET /api/status')).json.data as Record<string, boolean>
    return [enable_drawing, enable_task, mj_notify_enabled]
  }
  expect(await told()).toEqual([true, true, false])
  for (const key of ['DrawingEnabled', 'TaskEnabled']) expect((await put(admin, key, 'false')).success).toBe(true)
  expect((await put(admin, 'MjNotifyEnabled', 'true')).success).toBe(true)
  expect(await told()).toEqual([false, false, true])
})

test.each([
  ['RetryTimes', 'many', 'bad_option'],
  ['RetryTimes', 99, 'bad_option'],
  ['ModelRatio', '{"a":', 'not_json'],
  ['ModelRatio', '{"a":-1}', 'bad_option'],
  ['GroupRatio', '{"vip":1}', 'bad_option'],
  ['GroupRatio', '{"default":1,"vip":1,"vip":5}', 'bad_option'],
  ['ModelRatio', '{"a":1,"\\u0061":2}', 'bad_option'],
  ['GroupRatio', '', 'bad_option'],
  ['Nonsense', '1', 'unknown_option'],
])('%s = %j is refused, and what was before stays', async (key, value, code) => {
  const before = await textOf(key)
  expect((await put(root, key, value)).code).toBe(code)
  expect(await textOf(key)).toBe(before)
})

test('what is the super admin’s is shown to admins and not theirs to write', async () => {
  expect((await put(admin, 'relay.allow_private_addresses', 'false')).code).toBe('root_only_option')
  const forAdmin = await list(admin)
  expect(forAdmin.read_only).toContain('relay.allow_private_addresses')
  expect(forAdmin.read_only).toContain('SMTPToken')
  expect((await list(root)).read_only).toEqual([])
})

// security 21, foundation 1
test.each([
  ['ServerAddress', 'https://trap.example'],
  ['Chats', '[{"Trap":"https://trap.example/?k={key}"}]'],
  ['DemoSiteEnabled', 'true'],
  ['relay.max_body_mb', '256'],
  ['relay.drain_seconds_after_client_left', '120'],
  ['relay.quota_overrun', 'cut'],
  ['relay.recover_policy', 'void'],
])('an admin cannot set %s', async (key, value) => {
  const before = await textOf(key)
  expect((await put(admin, key, value)).code).toBe('root_only_option')
  expect((await list(admin)).read_only).toContain(key)
  expect(await textOf(key)).toBe(before)
})

test('SEC-2: secrets are in no list', async () => {
  const keys = ((await list(root)).data as { key: string }[]).map(({ key }) => key)
  expect(keys).not.toContain('SMTPToken')
  expect(keys).not.toContain('EpayKey')
  expect(keys).toContain('TurnstileSiteKey')
})

test('a change is written down with what was before and after', async () => {
  await put(admin, 'SystemName', 'Before')
  await put(admin, 'SystemName', 'After')
  const rows = await console.database.read
    .selectFrom('audit')
    .select(['actor_name', 'detail'])
    .where('target', '=', 'SystemName')
    .orderBy('id')
    .execute()
  expect(rows.map(({ actor_name, detail }) => [actor_name, JSON.parse(detail)])).toEqual([
    ['admin', { before: 'Waystation', after: 'Before' }],
    ['admin', { before: 'Before', after: 'After' }],
  ])
})

test('a key, a secret and an address are kept, told and used without what came along when they were pasted', async () => {
  await console.confirm(root, 'secret_options')
  expect((await put(root, 'EpayKey', 'key of lin\r\n')).success).toBe(true)
  expect((await put(root, 'oidc.client_secret', ' \u200bcsec2\n')).success).toBe(true)
  expect((await put(root, 'StripeSecretKey', '"Bearer sk_live_1"')).success).toBe(true)
  expect(console.options.get(stripeSecretKey)).toBe('sk_live_1')
  expect((await put(root, 'PayAddress', '\ufeffhttps://pay.test/\n')).success).toBe(true)
  expect(console.options.get(epayKey)).toBe('key of lin')
  expect(console.options.get(oidcClientSecret)).toBe('csec2')
  expect(await textOf('PayAddress')).toBe('https://pay.test')
  await put(root, 'EpayKey', ' \n')
  expect(console.options.get(epayKey)).toBe('key of lin')
  await put(root, 'SystemName', ' Lin\u2060’s 👩‍🚀 ')
  expect(await textOf('SystemName')).toBe('Lin’s 👩‍🚀')
  expect((await put(root, 'SystemName', '\u200b')).code).toBe('bad_option')
  await put(root, 'global_css', ' a {}\n')
  expect(await textOf('global_css')).toBe(' a {}\n')
})

test('a secret that was stored with what came along is used without it from the next start on', async () => {
  const row = console.database.read.selectFrom('option').select('value').where('key', '=', 'EpayKey')
  await console.options.setMany({ EpayKey: 'old key\n' })
  const restarted = await openOptions(console.database, console.secrets, localInvalidation())
  expect(restarted.get(epayKey)).toBe('old key')
  expect(await row.execute()).toHaveLength(1)
})

test('a model or a group is known by its name, whatever came along with it', async () => {
  await put(admin, 'GroupRatio', '{"default":1,"vip\u200b":0.5," b ":2}')
  expect((await console.call('GET /api/group/', { as: admin })).json.data).toEqual(['b', 'default', 'vip'])
  await put(admin, 'ModelRatio', '{"\ufeffmodel-a\u200b":3}')
  expect(JSON.parse((await textOf('ModelRatio')) ?? '')).toMatchObject({ 'model-a': 3 })
  await put(admin, 'ModelRatio', '')
})

test('groups are those that have a ratio', async () => {
  await put(admin, 'GroupRatio', '{"default":1,"vip":0.5,"b":2}')
  expect((await console.call('GET /api/group/', { as: admin })).json.data).toEqual(['b', 'default', 'vip'])
})

// Client item 3
test.each([{}, { value: null }])('a change with %j instead of a value empties the option', async (value) => {
  await put(admin, 'Footer', 'something')
  const { json } = await console.call('PUT /api/option/', { as: admin, body: { key: 'Footer', ...value } })
  expect(json).toMatchObject({ success: true })
  expect(await textOf('Footer')).toBe('')
})

// server.md 22
test('StreamCacheQueueLength can be saved with the other settings of its card', async () => {
  expect((await put(admin, 'StreamCacheQueueLength', '100')).success).toBe(true)
  expect(await textOf('StreamCacheQueueLength')).toBe('100')
})

test.each(['custom_head_html', 'global_css', 'global_js'])('%s is written by the super admin alone', async (key) => {
  expect((await put(admin, key, 'a')).code).toBe('root_only_option')
})

test('code that pages must not hold is refused, in words that name it', async () => {
  const head = await put(root, 'custom_head_html', '<meta name="a" content="b"><img src=x onerror=go()>')
  expect(head).toMatchObject({ success: false, code: 'bad_option', message: expect.stringContaining('<img>') })
  expect((await put(root, 'global_css', 'a {} </style><script>go()</script>')).message).toContain('</style>')
  expect((await put(root, 'global_js', 'go() </script>')).message).toContain('</script>')
  expect(await textOf('custom_head_html')).toBe('')
  expect((await put(root, 'custom_head_html', '<meta name="a" content="b">')).success).toBe(true)
  expect((await put(root, 'global_js', 'if (1 < 2) go()')).success).toBe(true)
  expect(await textOf('global_js')).toBe('if (1 < 2) go()')
})
