// SEC-3: who may do what to whom, through the door: every role upon every role by every call that names a user, with what stands in the
// tables afterwards. The rule itself, for every state of the target, is in contract/src/people/rank.test.ts.
import { endpoints } from '@waystation/contract/api/endpoints'
import { options } from '@waystation/contract/options/registry'
import { role, userStatus } from '@waystation/contract/site/status-table'
import { cellsToTry } from '@waystation/wire/testing/matrix'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BudgetService } from '../domain/budget/budget-service.ts'
import { addPasskey } from '../domain/factor/passkey-store.ts'
import { openSession } from '../domain/session/session-store.ts'
import { createUser, setUserAccess } from '../domain/user/user-store.ts'
import { sha256 } from '../lib/secret.ts'
import { localInvalidation } from '../lib/shared/invalidation.ts'
import { openConsole, PASSWORD, type TestConsole, type Visitor } from '../testing/console.ts'
import { lightPasswords } from '../testing/light-passwords.ts'

const roles = ['ordinary', 'admin', 'root'] as const
type RoleName = (typeof roles)[number]

interface Action {
  readonly call: (id: number) => readonly [line: string, body: object | undefined]
  /** How the target stands before. */
  readonly isBanned?: true
  readonly hasPasskey?: true
  readonly hasBudget?: true
  readonly hasSession?: true
}

const manage = (action: string, more: Partial<Action> = {}): Action => ({
  call: (id) => ['POST /api/user/manage', { id, action }],
  ...more,
})
/** A session of each user has an id that is told by the user's, and is shown by what `SessionEntry` tells of it. */
const sessionHash = (userId: number) => sha256(`session of ${userId}`)
const shownSession = (userId: number) => sha256(`session ${sessionHash(userId)}`).slice(0, 32)
const BUDGET = { period: 'month', zone: 'UTC', limit: 500_000 }
const edit = (fields: object): Action => ({ call: (id) => ['PUT /api/user/', { id, ...fields }] })

const actions = {
  promote: manage('promote'),
  demote: manage('demote'),
  disable: manage('disable'),
  enable: manage('enable', { isBanned: true }),
  delete: manage('delete'),
  'delete by its path': { call: (id) => [`DELETE /api/user/${id}`, undefined] },
  'a new name': { call: (id) => ['PUT /api/user/', { id, username: `n${id}` }] },
  'a new display name': edit({ display_name: 'Renamed' }),
  'a new password': edit({ password: 'chosen by another 7' }),
  'another group': edit({ group: 'vip' }),
  'a balance': edit({ quota_delta: 5 }),
  'a budget': { call: (id) => [`PUT /api/user/${id}/budget`, BUDGET] },
  'no budget': { call: (id) => [`DELETE /api/user/${id}/budget?period=month`, undefined], hasBudget: true },
  'a reset of passkeys': { call: (id) => [`DELETE /api/user/${id}/factors`, undefined], hasPasskey: true },
  'the end of a session': { call: (id) => [`DELETE /api/user/${id}/sessions/${shownSession(id)}`, undefined], hasSession: true },
  'the end of all sessions': { call: (id) => [`DELETE /api/user/${id}/sessions`, undefined], hasSession: true },
} satisfies Readonly<Record<string, Action>>
type ActionName = keyof typeof actions

const upon = 'disable, enable, delete, delete by its path, the end of a session, the end of all sessions'
const fields = 'a new name, a new display name, a new password, another group, a balance, a budget, no budget, a reset of passkeys'
/** Written down from specification §4 and §6; what is not here is refused. */
const allowed: Readonly<Record<`${RoleName} on ${RoleName | 'themselves'}`, string>> = {
  'ordinary on ordinary': '',
  'ordinary on admin': '',
  'ordinary on root': '',
  'ordinary on themselves': '',
  'admin on ordinary': `${upon}, ${fields}`,
  'admin on admin': '',
  'admin on root': '',
  'admin on themselves': '',
  'root on ordinary': `promote, ${upon}, ${fields}`,
  'root on admin': `demote, ${upon}, ${fields}`,
  'root on root': '',
  // Their own password they change with the old one, elsewhere.
  'root on themselves':
    'a new name, a new display name, another group, a balance, a budget, no budget, the end of a session, the end of all sessions',
}

let console: TestConsole
let passwordHash = ''
const actors: Partial<Record<RoleName, Visitor>> = {}
let made = 0

let aheadMs = 0
beforeAll(async () => {
  console = await openConsole({ now: () => Date.now() + aheadMs })
  passwordHash = await lightPasswords.hash(PASSWORD)
  const first = await console.root()
  for (const [key, value] of [
    ['GroupRatio', '{"default":1,"vip":1}'],
    ['UserUsableGroups', '{"default":"x","vip":"y"}'],
  ])
    await console.call('PUT /api/option/', { as: first, body: { key, value } })
  for (const name of roles) actors[name] = await fresh(name).then(({ username }) => console.login(username))
})
afterAll(() => console.close())

async function fresh(name: RoleName): Promise<{ id: number; username: string }> {
  made += 1
  const username = `${name}-${made}`
  const id = await console.database.run(createUser, {
    ...{ username, displayName: username, passwordHash, role: role[name], group: 'default' },
    ...{ email: '', language: '', quota: 1000, cause: 'test' },
  })
  return { id, username }
}

const budgets = () => new BudgetService({ database: console.database, invalidation: localInvalidation(), now: () => Date.now() })

const passkeyOf = (userId: number) => ({
  ...{
    user_id: userId,
    credential_id: `credential of ${userId}`,
    credential_hash: `hash of ${userId}`,
    public_key: 'key',
    counter: 0,
    transports: '[]',
  },
  ...{ name: 'Key', is_synced: 0, created_at: 1, last_used_at: null },
})

const sessionOf = (userId: number) => ({
  ...{ idHash: sessionHash(userId), userId, authEpoch: 0, isProven: false, now: Math.floor(Date.now() / 1000) },
  ...{ ipPrefix: '', agent: '', staleBefore: 0, replacesIdHash: '' },
})

/** Everything that the actions change. */
async function stateOf(id: number) {
  const { read } = console.database
  const user = await read
    .selectFrom('user')
    .select(['username', 'display_name', 'password_hash', 'role', 'status', 'group_name', 'deleted_at', 'auth_epoch'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { posted } = await read
    .selectFrom('account')
    .select('posted')
    .where('kind', '=', 'user')
    .where('owner_id', '=', id)
    .executeTakeFirstOrThrow()
  const passkeys = await read.selectFrom('passkey').select('id').where('user_id', '=', id).execute()
  const budgets = await read
    .selectFrom('budget')
    .select(['quota', 'period'])
    .where('owner_kind', '=', 'user')
    .where('owner_id', '=', id)
    .execute()
  const sessions = await read
    .selectFrom('session')
    .select('id_hash')
    .where('user_id', '=', id)
    .where('id_hash', '=', sessionHash(id))
    .execute()
  return { ...user, posted: Number(posted), passkeys: passkeys.length, budgets: budgets.length, sessions: sessions.length }
}

const cells = roles.flatMap((actor) =>
  [...roles, 'themselves' as const].flatMap((target) =>
    (Object.keys(actions) as ActionName[]).map((action) => {
      const pair = `${actor} on ${target}` as const
      return { actor, target, action, isAllowed: allowed[pair].split(', ').includes(action), name: `${pair}: ${action}` }
    }),
  ),
)

/** What lets somebody in, or do more: closed to access tokens. */
const confirmed: readonly ActionName[] = ['promote', 'a new password', 'a reset of passkeys']
const waysIn = ['a session', 'an access token'] as const
const tried = cellsToTry(
  'SEC-3',
  cells.flatMap((cell) =>
    waysIn.map((way) => ({ ...cell, way, isAllowed: cell.isAllowed && (way === 'a session' || !confirmed.includes(cell.action)) })),
  ),
  ({ actor, target, action, way }) => [actor, target, action, way],
)

describe.each(waysIn)('with %s', (way) => {
  const send = async (as: Visitor, [line, body]: readonly [string, object | undefined]) => {
    if (way === 'a session') return console.call(line, { as, body })
    const token = await console.accessToken(as)
    return console.call(line, { body, headers: { authorization: `Bearer ${token}`, 'waystation-user': String(as.id) } })
  }

  test.each(tried.filter((cell) => cell.way === way))(
    'SEC-3: $name (allowed: $isAllowed)',
    async ({ actor, target, action, isAllowed }) => {
      const own = target === 'themselves' ? await fresh(actor) : undefined
      const as = own ? await console.login(own.username) : actors[actor]!
      const { id } = own ?? (await fresh(target as RoleName))
      const { call, isBanned, hasPasskey, hasBudget, hasSession } = actions[action] as Action
      if (hasBudget) await budgets().set({ kind: 'user', id }, { ...BUDGET, unit: 'money', period: 'month', soft_limit: 0 }, 0)
      if (hasSession) await console.database.run(openSession, sessionOf(id))
      if (hasPasskey) await console.database.run(addPasskey, passkeyOf(id))
      if (isBanned && !own) await console.database.run(setUserAccess, { userId: id, status: userStatus.banned })
      const before = await stateOf(id)
      const { json } = await send(as, call(id))
      const after = await stateOf(id)
      expect([json.success, json.code], json.message).toEqual([isAllowed, isAllowed ? undefined : expect.any(String)])
      if (isAllowed) expect(after).not.toEqual(before)
      else expect(after).toEqual(before)
    },
  )
})

test('SEC-3: the table has more than 49 cells, and every call that names a user is in it or only reads', () => {
  expect(cells.length).toBeGreaterThan(49)
  const naming = endpoints.filter(({ path, access }) => /^\/api\/user(\/|$)/.test(path) && (access === 'admin' || access === 'root'))
  const lines = naming.filter(({ audit, writes }) => audit !== undefined && writes !== false).map(({ method, path }) => `${method} ${path}`)
  expect(lines.toSorted()).toEqual([
    'DELETE /api/user/{id}',
    'DELETE /api/user/{id}/budget',
    'DELETE /api/user/{id}/factors',
    'DELETE /api/user/{id}/sessions',
    'DELETE /api/user/{id}/sessions/{session}',
    'POST /api/user/',
    'POST /api/user/manage',
    'PUT /api/user/',
    'PUT /api/user/{id}/budget',
  ])
})

test.each(roles.slice(1))('SEC-3: whoever %s adds is an ordinary user, whatever the body says', async (actor) => {
  const username = `by-${actor}`
  const body = { username, password: PASSWORD, role: role.root, status: userStatus.active, is_admin: true }
  expect((await console.call('POST /api/user/', { as: actors[actor], body })).json.success).toBe(true)
  const row = await console.database.read.selectFrom('user').select('role').where('username', '=', username).executeTakeFirstOrThrow()
  expect(row).toEqual({ role: role.ordinary })
})

test.each(['ordinary', 'admin', 'root'] as const)(
  'SEC-3: the whole record of a user of role %s is read by higher roles only',
  async (target) => {
    const { id } = await fresh(target)
    for (const actor of roles) {
      const { json } = await console.call(`GET /api/user/${id}`, { as: actors[actor] })
      expect(json.success, actor).toBe(actor === 'root' || (actor === 'admin' && target === 'ordinary'))
    }
  },
)

describe('settings', () => {
  const ofRoot = options.filter(({ writer, isReady }) => writer === 'root' && isReady).map(({ key }) => key)
  test.each(ofRoot)('SEC-3: %s is written by the super admin alone', async (key) => {
    const row = () => console.database.read.selectFrom('option').selectAll().where('key', '=', key).execute()
    const before = await row()
    for (const actor of ['ordinary', 'admin'] as const) {
      const { json } = await console.call('PUT /api/option/', { as: actors[actor], body: { key, value: 'x' } })
      expect(json.code).toBe(actor === 'admin' ? 'root_only_option' : 'no_permission')
    }
    expect(await row()).toEqual(before)
  })

  test('SEC-3: secrets, payment and code of pages are among them', () => {
    expect(options.filter(({ secret }) => secret).filter(({ writer }) => writer !== 'root')).toEqual([])
    expect(ofRoot).toEqual(expect.arrayContaining(['custom_head_html', 'global_js', 'global_css', 'SMTPToken', 'ServerAddress']))
  })
})

describe('the password again', () => {
  test('SEC-3: given for one thing it opens nothing else: each call asks for it itself', async () => {
    const root = actors.root!
    for (const purpose of ['secret_options', 'ways_in', 'close_account'] as const) await console.confirm(root, purpose)
    const ids: number[] = []
    for (const name of ['first', 'second']) {
      const body = { name, type: 1, key: `key of ${name}`, models: 'm' }
      ids.push(((await console.call('POST /api/channel/', { as: root, body })).json.data as { id: number }).id)
    }
    const reveal = async (id = 0, body: object = {}) => (await console.call(`POST /api/channel/${id}/key`, { as: root, body })).json
    const password = PASSWORD
    // A login of long ago, a change of one's own account, and a reveal of another channel: all with the right password.
    await console.login(root.username)
    aheadMs += 601_000
    expect(
      (await console.call('PUT /api/user/self', { as: root, body: { display_name: 'Me', original_password: password } })).json.success,
    ).toBe(true)
    expect((await reveal(ids[0], { password })).success).toBe(true)
    for (const id of ids) {
      expect(await reveal(id)).toMatchObject({ success: false, code: 'confirmation_needed' })
      expect(await reveal(id, { original_password: password, confirmPassword: password })).toMatchObject({ code: 'confirmation_needed' })
    }
    // Nor does the password of somebody of the same rank.
    const other = await fresh('root')
    await console.call('PUT /api/user/self', {
      as: await console.login(other.username),
      body: { password: 'another 1234567', original_password: password },
    })
    expect(await reveal(ids[1], { password: 'another 1234567' })).toMatchObject({ code: 'wrong_password' })
    // And closing an account asks for its own, too.
    const mortal = await fresh('ordinary').then(({ username }) => console.login(username))
    const close = async (given: object) =>
      (await console.call('DELETE /api/user/self', { as: mortal, body: { username: mortal.username, ...given } })).json
    await console.confirm(mortal, 'channel_keys')
    aheadMs += 601_000
    expect(await close({})).toMatchObject({ code: 'confirmation_needed' })
    expect(await close({ password: 'another 1234567' })).toMatchObject({ code: 'wrong_password' })
    expect((await close({ password })).success).toBe(true)
  })
})
