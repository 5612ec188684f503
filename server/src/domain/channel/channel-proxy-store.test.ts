// Passwords of proxies that an earlier version stored as they were entered.
import { channelStatus } from '@waystation/contract/site/status-table'
import { expect, test } from 'vitest'
import { secretsOf } from '../../lib/secret.ts'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { openSetting } from './channel-proxy.ts'
import { replaceSetting, sealStoredProxies } from './channel-proxy-store.ts'
import { createChannel } from './channel-store.ts'

const secrets = secretsOf(Buffer.alloc(32, 7))
const columns = {
  ...{ name: 'c', type: 1, openai_organization: '', max_input_tokens: 0, base_url: '', other: '', model_mapping: '' },
  ...{
    status_code_mapping: '',
    models: 'm',
    group_names: 'default',
    auto_ban: 1,
    test_model: '',
    priority: 0,
    weight: 0,
    tag: '',
    remark: '',
  },
  ...{ model_prefix: '', param_override: '', system_prompt: '', status: channelStatus.enabled, other_info: '' },
}

eachDatabase('passwords of proxies', ({ database }) => {
  const make = async (setting: string) => (await database().run(createChannel, { columns: { ...columns, setting }, keys: [] })).id
  const settingOf = async (id: number) =>
    (await database().read.selectFrom('channel').select('setting').where('id', '=', id).executeTakeFirstOrThrow()).setting

  test('SEC-2: are sealed at the next start, once, and nothing else is touched', async () => {
    const untouched = ['', '{"strict":true}', '{"proxy":"http://10.0.0.1:8080"}', '{"proxy":"http://me@10.0.0.1:8080"}', 'proxy: no JSON']
    const others = await Promise.all(untouched.map(make))
    const old = await make('{"proxy":"socks5://me:s3cret@10.0.0.1:1080","strict":true}')
    await sealStoredProxies(database(), secrets)
    const sealed = await settingOf(old)
    expect(sealed).not.toContain('s3cret')
    expect(JSON.parse(openSetting(sealed, secrets))).toEqual({ proxy: 'socks5://me:s3cret@10.0.0.1:1080', strict: true })
    await sealStoredProxies(database(), secrets)
    expect(await settingOf(old)).toBe(sealed)
    expect(await Promise.all(others.map(settingOf))).toEqual(untouched)
  })

  test('a setting that was changed meanwhile stays as it was changed', async () => {
    const id = await make('{"strict":true}')
    await database().run(replaceSetting, { id, before: '{"strict":false}', after: '{}' })
    expect(await settingOf(id)).toBe('{"strict":true}')
  })
})
