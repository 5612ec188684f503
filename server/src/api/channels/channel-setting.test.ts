// What a channel's setting may contain, and what of it is shown. // server 2
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSetting } from '../../domain/channel/channel-proxy.ts'
import { replaceSetting, sealStoredProxies } from '../../domain/channel/channel-proxy-store.ts'
import { openConsole } from '../../testing/console.ts'

let console: Awaited<ReturnType<typeof openConsole>>
let root: Awaited<ReturnType<typeof console.root>>
beforeAll(async () => {
  console = await openConsole()
  root = await console.root()
})
afterAll(() => console.close())

type Json = Record<string, unknown>
const save = (fields: Json, method = 'POST', as = root, language = 'zh') =>
  console.call(`${method} /api/channel/`, {
    as,
    headers: { 'accept-language': language },
    body: method === 'POST' ? { name: 'c', type: 1, key: 'k', models: 'm', ...fields } : fields,
  })
const saved = async (fields: Json) => {
  const { json } = await save(fields)
  expect(json, JSON.stringify(json)).toMatchObject({ success: true })
  return json.data as { id: number; setting: string }
}

test('every key that the product knows can be set, null and empty texts too', async () => {
  const setting = {
    dialects: ['openai-chat', 'openai-responses'],
    strict: true,
    stream_options: 'never',
    proxy: 'socks5://10.0.0.1:1080',
    force_format: true,
    thinking_to_content: false,
    stream_support: 'non_stream_only',
    unpriced: 'pass',
  }
  expect(JSON.parse((await saved({ setting: JSON.stringify(setting) })).setting)).toEqual(setting)
  await saved({ setting: JSON.stringify(Object.fromEntries(Object.keys(setting).map((key) => [key, null]))) })
  await saved({ setting: JSON.stringify({ proxy: '', stream_support: '' }) })
})

describe('is refused by its name', () => {
  test('a key that nobody knows, with those that are known', async () => {
    const setting = '{"thinking_to_contents":true}'
    const { json } = await save({ setting })
    expect(json).toMatchObject({ success: false, code: 'channel_setting_unknown', fields: { setting: expect.any(String) } })
    expect(json.message).toContain('thinking_to_contents')
    expect(json.message).toContain('force_format, thinking_to_content, stream_support, unpriced')
    expect((await save({ setting }, 'POST', root, 'en')).json.message).toContain(
      'have no key thinking_to_contents. Available keys: dialects',
    )
    const { id } = await saved({})
    expect((await save({ id, setting }, 'PUT')).json.code).toBe('channel_setting_unknown')
    const draft = { type: 1, key: 'k', models: 'm', setting }
    for (const path of ['test', 'fetch_models'])
      expect((await console.call(`POST /api/channel/${path}`, { as: root, body: draft })).json.code).toBe('channel_setting_unknown')
  })

  test.each([
    ['proxy', 5],
    ['proxy', 'ftp://a.test'],
    ['proxy', 'a.test:1080'],
    ['proxy', 'http://a.test/path'],
    ['stream_support', 'BOGUS'],
    ['stream_options', 'sometimes'],
    ['force_format', 'x'],
    ['thinking_to_content', 1],
    ['strict', 'true'],
    ['dialects', ['klingon']],
    ['unpriced', 'free'],
  ])('%s with the value %j', async (key, value) => {
    const { json } = await save({ setting: JSON.stringify({ [key]: value }) })
    expect(json).toMatchObject({ success: false, code: 'channel_setting_invalid', message: `渠道设置 ${key} 的值无效` })
    expect(((await save({ setting: JSON.stringify({ [key]: value }) }, 'POST', root, 'en')).json as { message: string }).message).toContain(
      `The value of ${key}`,
    )
  })

  test.each(['{"abc":"def"}', '{"400":"600"}', '{"99":"500"}', '{"400":"5e2"}', `{"400":"${'0'.repeat(2000)}"}`])(
    'the status code mapping %s',
    async (status_code_mapping) => {
      expect((await save({ status_code_mapping })).json).toMatchObject({
        success: false,
        fields: { status_code_mapping: expect.stringContaining('100 到 599') },
      })
      const { id } = await saved({ status_code_mapping: '{"429":"503"}' })
      expect((await save({ id, status_code_mapping }, 'PUT')).json.success).toBe(false)
    },
  )
})

describe('the password of a proxy', () => {
  const proxy = 'http://me:s3cret@10.0.0.1:8080'
  const shown = 'http://me:***@10.0.0.1:8080'

  test('is in no answer, list or audit row', async () => {
    const { id, setting } = await saved({ name: 'masked', setting: JSON.stringify({ proxy, strict: true }) })
    expect(JSON.parse(setting)).toEqual({ proxy: shown, strict: true })
    const answers = [
      await console.call(`GET /api/channel/${id}`, { as: root }),
      await console.call('GET /api/channel/?p=0', { as: root }),
      await console.call('GET /api/channel/search?keyword=masked', { as: root }),
      await save({ id, priority: 3 }, 'PUT'),
    ]
    expect(JSON.stringify(answers.map(({ json }) => json))).not.toContain('s3cret')
    const audit = await console.database.read.selectFrom('audit').selectAll().execute()
    expect(JSON.stringify(audit)).toContain('channel.update')
    expect(JSON.stringify(audit)).not.toContain('s3cret')
  })

  test('stays as it is where it comes back masked, and is what tests and model lists use', async () => {
    const { id } = await saved({ setting: JSON.stringify({ proxy }) })
    expect((await save({ id, setting: JSON.stringify({ proxy: shown, force_format: true }) }, 'PUT')).json.success).toBe(true)
    await console.call(`GET /api/channel/test/${id}`, { as: root })
    expect(console.probes.at(-1)?.setting).toEqual({ proxy, force_format: true })
    const draft = { id, type: 1, key: '', models: 'm', setting: JSON.stringify({ proxy: shown }) }
    await console.call('POST /api/channel/test', { as: root, body: draft })
    expect(console.probes.at(-1)?.setting).toEqual({ proxy })
  })

  test('is stored sealed, and opens beside its own address only', async () => {
    const { id } = await saved({ setting: JSON.stringify({ proxy }) })
    const stored = () => console.database.read.selectFrom('channel').select('setting').where('id', '=', id).executeTakeFirstOrThrow()
    const { setting } = await stored()
    expect(setting).not.toContain('s3cret')
    expect(JSON.parse(setting)).toEqual({ proxy: shown, proxy_sealed: expect.stringMatching(/^v1:1:/) })
    expect(JSON.parse(openSetting(setting, console.secrets))).toEqual({ proxy })
    expect(() => openSetting(setting.replace('10.0.0.1', '10.0.0.9'), console.secrets)).toThrow()
    await save({ id, setting: JSON.stringify({ proxy: shown, strict: true }) }, 'PUT')
    expect(JSON.parse(openSetting((await stored()).setting, console.secrets))).toEqual({ proxy, strict: true })
    await save({ id, setting: JSON.stringify({ proxy: '' }) }, 'PUT')
    expect((await stored()).setting).not.toContain('proxy_sealed')
    expect((await save({ id, setting: JSON.stringify({ proxy_sealed: 'x' }) }, 'PUT')).json.code).toBe('channel_setting_unknown')
  })

  test('that an earlier version stored as it was entered is sealed at the next start', async () => {
    const { id } = await saved({ setting: JSON.stringify({ strict: true }) })
    const after = JSON.stringify({ proxy, strict: true })
    await console.database.run(replaceSetting, { id, before: JSON.stringify({ strict: true }), after })
    await sealStoredProxies(console.database, console.secrets)
    const { setting } = await console.database.read.selectFrom('channel').select('setting').where('id', '=', id).executeTakeFirstOrThrow()
    expect(setting).not.toContain('s3cret')
    expect(JSON.parse(openSetting(setting, console.secrets))).toEqual({ proxy, strict: true })
    await console.call(`GET /api/channel/test/${id}`, { as: root })
    expect(console.probes.at(-1)?.setting).toEqual({ proxy, strict: true })
  })

  test('does not go to another address', async () => {
    const { id } = await saved({ setting: JSON.stringify({ proxy }) })
    const elsewhere = JSON.stringify({ proxy: 'http://me:***@10.0.0.9:8080' })
    expect((await save({ id, setting: elsewhere }, 'PUT')).json.code).toBe('channel_proxy_password')
    expect((await save({ setting: elsewhere })).json.code).toBe('channel_proxy_password')
  })
})

test('a stored key does not go through a proxy that an admin who may not see it chose, where the proxy could read it', async () => {
  const admin = await console.user('admin', 10)
  const plain = await saved({ base_url: 'http://far.test' })
  const encrypted = await saved({ base_url: 'https://far.test' })
  const setting = JSON.stringify({ proxy: 'http://10.0.0.1:8080' })
  expect((await save({ id: plain.id, setting }, 'PUT', admin)).json.code).toBe('channel_key_again')
  expect((await save({ id: plain.id, setting, key: 'own' }, 'PUT', admin)).json.success).toBe(true)
  expect((await save({ id: encrypted.id, setting }, 'PUT', admin)).json.success).toBe(true)
})
