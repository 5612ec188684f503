// SEC-4: whatever else stands in a body, it changes only what its sender may change.
import { endpoints } from '@waystation/contract/api/endpoints'
import { type EndpointSpec, isWrite } from '@waystation/contract/channels/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsole, PASSWORD, type TestConsole, type Visitor } from '../testing/console.ts'
import { sampleBody } from '../testing/sample-body.ts'

let console: TestConsole
let root: Visitor
const people: Record<string, Visitor> = {}

beforeAll(async () => {
  console = await openConsole()
  root = await console.root()
  people.user = await console.user('user')
  people.victim = await console.user('victim')
  people.admin = await console.user('admin', 10)
  await console.call('POST /api/token/', { as: people.victim, body: { name: 'theirs', remain_quota: 5 } })
  await console.call('POST /api/channel/', {
    as: root,
    body: { name: 'c', type: 1, key: 'sk-of-the-vendor', models: 'm', base_url: 'http://127.0.0.1:9' },
  })
})
afterAll(() => console.close())

/** Names of every column there is, with a value that would be worth having. */
async function everyColumn(): Promise<Record<string, unknown>> {
  const worth: Record<string, unknown> = {
    ...{ id: root.id, user_id: root.id, userId: root.id, owner_id: root.id, actor_id: root.id },
    ...{ role: 100, status: 1, group: 'vip', group_name: 'vip', quota: 1e12, used_quota: -1e12, posted: 1e12, held: -1e12 },
    ...{ remain_quota: 1e9, unlimited_quota: true, is_admin: true, isAdmin: true, admin: true, aff_quota: 1e9 },
    ...{ username: 'root', password_hash: 'x', passwordHash: 'x', auth_epoch: 0, access_token: 'x', access_token_hash: 'x' },
    ...{ isRoot: true, permissions: ['*'] },
  }
  for (const table of ['user', 'token', 'channel', 'account', 'session'] as const) {
    const row = await console.database.read.selectFrom(table).selectAll().limit(1).executeTakeFirst()
    for (const name of Object.keys(row ?? {})) worth[name] ??= 1
  }
  return worth
}

/** Fields of the own row that a user may change by calls of their own. */
const ownFields = new Set([
  'display_name',
  'language',
  'setting',
  'email',
  'password_hash',
  'auth_epoch',
  'access_token_hash',
  // A new access token reads and uses; more is confirmed (decision 14).
  'access_token_scopes',
  'last_seen_at',
])

/** Everything that a caller must not change: rows of others whole, the own row but for its own fields, balances, settings, channels. */
async function guarded(callerId: number) {
  const { read } = console.database
  const users = await read.selectFrom('user').selectAll().orderBy('id').execute()
  const tokens = await read.selectFrom('token').selectAll().where('user_id', '!=', callerId).orderBy('id').execute()
  const accounts = await read.selectFrom('account').selectAll().where('kind', '=', 'user').orderBy('id').execute()
  return {
    users: users.map((user) =>
      Object.fromEntries(Object.entries(user).filter(([name]) => !/_at$/.test(name) && (user.id !== callerId || !ownFields.has(name)))),
    ),
    tokens: tokens.map(({ accessed_at: _when, ...token }: Record<string, unknown>) => token),
    money: accounts.map(({ id, posted, held }) => ({ id, posted: Number(posted), held: Number(held) })),
    options: await read.selectFrom('option').selectAll().orderBy('key').execute(),
    channels: await read.selectFrom('channel').select(['id', 'name', 'status', 'base_url']).orderBy('id').execute(),
  }
}

const lineOf = ({ method, path }: EndpointSpec, id: number) =>
  `${method} ${path
    .replace('{request_id}', '01ARZ3NDEKTSV4RRFFQ69G9999')
    .replace('{provider}', 'github')
    .replace(/\{\w+\}/g, String(id))}`
const prototypes: object = JSON.parse('{"__proto__":{"role":100},"constructor":{"prototype":{"role":100}}}')

/** What users really send; the other calls get whatever fits their schema. */
const usual: Readonly<Record<string, object>> = {
  'POST /api/token/': { name: 'mine' },
  'PUT /api/user/self': { display_name: 'Lin' },
  'PUT /api/user/self/language': { language: 'zh' },
  'PUT /api/user/setting': { notify_type: 'email', quota_warning_threshold: 5 },
}

/** Calls that were done, so that it is known that bodies get past their checks. */
const done = new Set<string>()
const writes = endpoints.filter((endpoint) => isWrite(endpoint) && endpoint.access !== 'setup')

test.each(writes.map((endpoint) => [lineOf(endpoint, 1), endpoint] as const))(
  'SEC-4: %s with every field there is gives a user nothing that is not theirs',
  async (_line, endpoint) => {
    const columns = await everyColumn()
    const before = await guarded(people.user!.id)
    const sampled = endpoint.body ? sampleBody(endpoint.body) : {}
    const isList = Array.isArray(sampled) || typeof sampled !== 'object'
    for (const id of [root.id, people.victim!.id, 1]) {
      const known = Object.keys(typeof sampled === 'object' && sampled ? sampled : {})
      const unknown = Object.fromEntries(Object.entries(columns).filter(([name]) => !known.includes(name)))
      const bodies = isList
        ? [sampled]
        : [
            { ...unknown, ...usual[lineOf(endpoint, 1)] },
            { ...columns, ...prototypes },
            { ...columns, ...sampled },
            { ...sampled, ...columns, id },
          ]
      for (const body of bodies) {
        const reply = await console.call(lineOf(endpoint, id), { as: people.user!, body })
        if (reply.json.success) done.add(lineOf(endpoint, 1))
        expect(reply.status).toBeLessThan(500)
        expect(reply.text).not.toMatch(/sk-of-the-vendor|argon2/)
        // Some calls end the session.
        if (reply.status === 401 || /session|logout|login/.test(endpoint.path)) people.user = await console.login('user', PASSWORD)
      }
    }
    const after = await guarded(people.user!.id)
    expect(after).toEqual(before)
    expect(Reflect.get({}, 'role')).toBeUndefined()
  },
)

test('SEC-4: calls of users were really done with such bodies', () => {
  expect([...done]).toEqual(expect.arrayContaining(['POST /api/token/', 'PUT /api/user/self', 'PUT /api/user/setting']))
})

test('SEC-4: no admin makes anybody an admin, or changes an equal, a superior or what is the super admin’s to set', async () => {
  await console.user('equal', 10)
  const { read } = console.database
  const high = () =>
    read.selectFrom('user').select(['id', 'role', 'status', 'username', 'password_hash']).where('role', '>=', 10).orderBy('id').execute()
  const before = await high()
  const columns = await everyColumn()
  for (const endpoint of writes.filter(({ path, access }) => /^\/api\/user\//.test(path) && access === 'admin')) {
    const sampled = endpoint.body ? sampleBody(endpoint.body, 'fresh') : {}
    for (const { id } of before) {
      for (const body of [
        { ...columns, ...(sampled as object), id },
        { ...(sampled as object), id, role: 100 },
      ]) {
        const reply = await console.call(lineOf(endpoint, id), { as: people.admin!, body })
        expect(reply.status).toBeLessThan(500)
      }
    }
  }
  expect(await high()).toEqual(before)
})
