// Texts that somebody stores, or sends to the console, to hold the server up: as long as they may be, and as long as they could be before there
// were limits.
import { DatabaseSync } from 'node:sqlite'
import { call } from '../../server/src/testing/client.ts'
import type { ConsoleClient } from '../../server/src/testing/console-client.ts'

/** Networks of a list that was stored before there was a limit: 900 KB. */
const OLD_NETWORKS = 58_000
const CALLS_AT_ONCE = 40
const LONG = 60_000

interface Target {
  readonly url: string
  readonly console: ConsoleClient
  readonly databasePath: string
}

/** Stores and sends all of it. Resolves when everything was answered. */
export async function sendStored({ url, console, databasePath }: Target): Promise<void> {
  const token = await console.call<{ id: number; key: string }>('POST', '/api/token/', { name: 'long lists', unlimited_quota: true })
  const networks = Array.from({ length: OLD_NETWORKS }, (_, at) => `10.${at >> 8}.${at & 255}.0/24`)
  const names = Array.from({ length: OLD_NETWORKS }, (_, at) => `model-${at}`)
  const file = new DatabaseSync(databasePath, { timeout: 60_000 })
  file
    .prepare('update token set allow_ips = ?, model_limits = ?, model_limits_enabled = 1 where id = ?')
    .run(networks.join('\n'), names.join(','), token.id)
  file.close()
  const key = `sk-${token.key}`
  const body = JSON.stringify({ model: 'fake-chat', messages: [{ role: 'user', content: 'hi' }] })
  const ask = (path: string, method: 'GET' | 'POST') =>
    call(url + path, { method, headers: { authorization: `Bearer ${key}` }, ...(method === 'POST' ? { body } : {}), timeoutMs: 60_000 })
  await Promise.all([
    ...Array.from({ length: CALLS_AT_ONCE }, () => ask('/v1/chat/completions', 'POST')),
    ...Array.from({ length: 10 }, () => ask('/v1/models', 'GET')),
    ...Array.from({ length: 10 }, () => ask('/api/log/token', 'GET')),
  ])
  for (const [method, path, sent] of hostileCalls()) await console.ask(method, path, sent)
}

/** Calls of the console with texts that patterns stumble over. */
function hostileCalls(): readonly ['GET' | 'POST' | 'PUT', string, object?][] {
  const slashes = `https://a${'/'.repeat(LONG)}x`
  const digits = `${'1'.repeat(LONG)}x`
  const bill = `date,model,amount\n2026-11-01,m,${digits}\n2026-11-02,${'-'.repeat(LONG)},1.00\n`
  return [
    ['PUT', '/api/option/', { key: 'general_setting.docs_link', value: slashes }],
    ['PUT', '/api/option/', { key: 'ServerAddress', value: slashes }],
    ['PUT', '/api/option/', { key: 'SensitiveWords', value: 'a\n'.repeat(LONG) }],
    ['POST', '/api/channel/', { name: 'x', type: 8, key: 'k', base_url: slashes, models: 'm,'.repeat(LONG), group: 'default' }],
    ['POST', '/api/channel/test', { type: 8, key: 'k', base_url: slashes, models: 'm', model: 'm'.repeat(LONG) }],
    ['POST', '/api/books/bills/preview', { channel_id: 1, file_name: 'bill.csv', text: bill }],
    ['POST', '/api/user/', { username: '@'.repeat(LONG), password: 'x'.repeat(LONG) }],
    ['PUT', '/api/user/self', { display_name: ' '.repeat(LONG), username: 'a.'.repeat(LONG / 2) }],
    ['PUT', '/api/user/setting', { notification_email: `${'a@'.repeat(LONG / 2)}.`, webhook_url: slashes }],
    ['POST', '/api/user/login', { username: 'a'.repeat(LONG), password: 'b'.repeat(LONG) }],
    ['GET', `/api/log/?p=1&page_size=10&username=${'%25'.repeat(2000)}`],
    ['GET', `/api/user/search?keyword=${'_'.repeat(5000)}`],
    ['POST', '/api/token/', { name: 'x', allow_ips: '1.1.1.1/'.repeat(LONG) }],
    ['POST', '/api/token/', { name: 'x', model_limits: 'a,'.repeat(LONG) }],
  ]
}
