// Second factors that an admin or the operator takes away, the mails about all of it, and what of it may be read where.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resetFactorsByCommand } from '../../domain/user/user-commands.ts'
import { setUserAccess } from '../../domain/user/user-store.ts'
import { dataOf, type FactorWorld, openFactorWorld, stepsOf } from '../../testing/factor-world.ts'
import { Browser } from '../../testing/fake-sign-in/sign-in-world.ts'
import { openMailConsole } from '../../testing/mail-console.ts'

let world: FactorWorld
beforeAll(async () => {
  world = await openFactorWorld()
})
afterAll(() => world.close())

const rowsOf = async (userId: number) => {
  const count = async (table: 'passkey' | 'totp' | 'recovery_code') =>
    (await world.console.database.read.selectFrom(table).select('user_id').where('user_id', '=', userId).execute()).length
  return [await count('passkey'), await count('totp'), await count('recovery_code')]
}
const armed = async (name: string, role = 1) => {
  const at = await world.person(name, role)
  await world.totpOn(at)
  const authenticator = world.authenticator()
  await world.addPasskey(at, authenticator)
  const userId = at.userId ?? 0
  expect(await rowsOf(userId)).toEqual([1, 1, 10])
  return { at, userId, authenticator }
}

test('an admin resets users of a lower role, which ends their sessions, and nobody else', async () => {
  const root = await world.root()
  const admin = await world.person('admin', 10)
  const { at, userId } = await armed('ann')
  const peer = await armed('peer', 10)
  const reset = async (by: Browser, id: number) => (await by.call(`DELETE /api/user/${id}/factors`)).json.code ?? 'done'
  expect(await reset(at, userId)).toBe('no_permission')
  for (const id of [peer.userId, admin.userId ?? 0, root.userId ?? 0]) expect(await reset(admin, id)).toBe('user_not_outranked')
  expect(await reset(root, root.userId ?? 0)).toBe('user_protected')
  expect(await reset(admin, 2_147_483_000)).toBe('not_found')
  expect(await rowsOf(peer.userId)).toEqual([1, 1, 10])
  expect(await reset(admin, userId)).toBe('done')
  expect(await rowsOf(userId)).toEqual([0, 0, 0])
  expect((await at.call('GET /api/user/self')).status).toBe(401)
  dataOf(await world.typePassword(world.browser(), 'ann'))
  const rows = await world.console.database.read.selectFrom('audit').selectAll().where('action', '=', 'factor.reset').execute()
  expect(rows.map(({ actor_name, target }) => [actor_name, target])).toEqual([['admin', String(userId)]])
})

test('the operator resets anybody, the super admin too', async () => {
  const root = await world.root()
  await world.totpOn(root)
  expect((await world.typePassword(world.browser(), 'root')).json.code).toBe('second_factor_needed')
  expect(await resetFactorsByCommand(world.console.database, 'nobody', '01ARZ3NDEKTSV4RRFFQ69G5FAV')).toBeUndefined()
  expect(await resetFactorsByCommand(world.console.database, 'ROOT', '01ARZ3NDEKTSV4RRFFQ69G5FAV')).toBe('root')
  dataOf(await world.typePassword(world.browser(), 'root'))
})

test('an account that is closed keeps none, and a ban or a new password takes none away', async () => {
  const ben = await armed('ben')
  await world.console.database.run(setUserAccess, { userId: ben.userId, status: 2 })
  await world.console.database.run(setUserAccess, { userId: ben.userId, status: 1, passwordHash: 'another' })
  expect(await rowsOf(ben.userId)).toEqual([1, 1, 10])
  await world.console.database.run(setUserAccess, { userId: ben.userId, isDeleted: true })
  expect(await rowsOf(ben.userId)).toEqual([0, 0, 0])
})

test('secrets are sealed, codes are hashes, and what has expired is forgotten', async () => {
  const at = await world.person('cat')
  const { secret, recovery } = await world.totpOn(at)
  await at.call('POST /api/user/login/passkey/options')
  const { database, services } = world.console
  const tables = ['totp', 'recovery_code', 'factor_step', 'session_confirmation', 'audit', 'log'] as const
  const read = async () => JSON.stringify(await Promise.all(tables.map((table) => database.read.selectFrom(table).selectAll().execute())))
  for (const canary of [secret, ...recovery, ...recovery.map((code) => code.replace('-', ''))]) expect(await read()).not.toContain(canary)
  const waiting = async () => (await database.read.selectFrom('factor_step').select('step_hash').execute()).length
  expect(await waiting()).toBeGreaterThan(0)
  world.wait(901)
  expect(await services.factors.purge()).toBeGreaterThan(0)
  expect([await waiting(), (await database.read.selectFrom('session_confirmation').selectAll().execute()).length]).toEqual([0, 0])
  expect(await rowsOf(at.userId ?? 0)).toEqual([0, 1, 10])
  const lists = await (await world.root()).call('GET /api/user/?page_size=100')
  for (const canary of [secret, 'sealed', 'public_key', 'last_step']) expect(lists.text).not.toContain(canary)
  expect([world.console.errorsLogged, world.console.troubles]).toEqual([[], []])
})

test('making a new secret leaves the one in force, and one that was not typed yet opens nothing', async () => {
  const at = await world.person('dan')
  await world.confirm(at, 'ways_in')
  const start = async () => dataOf<{ secret: string; uri: string }>(await at.call('POST /api/user/factors/totp'))
  const enable = (code: string) => at.call('PUT /api/user/factors/totp', { body: { code } })
  expect((await enable('123456')).json.code).toBe('totp_absent')
  const first = await start()
  expect(first.uri).toContain(`secret=${first.secret}`)
  dataOf(await world.typePassword(world.browser(), 'dan'))
  const second = await start()
  expect((await enable(world.codeOf(first.secret))).json).toMatchObject({
    code: 'second_factor_wrong',
    fields: { code: expect.any(String) },
  })
  const replies = await Promise.all([1, 2, 3].map(() => enable(world.codeOf(second.secret))))
  expect(replies.filter(({ json }) => json.success)).toHaveLength(1)
  expect((await at.call('POST /api/user/factors/totp')).json.code).toBe('totp_present')
  const renewed = dataOf<string[]>(await at.call('POST /api/user/factors/recovery_codes'))
  expect(renewed).toHaveLength(10)
  dataOf(await at.call('DELETE /api/user/factors/totp'))
  expect(dataOf(await at.call('GET /api/user/factors'))).toEqual({ totp: false, recovery_codes_left: 0, passkeys: [] })
  dataOf(await world.typePassword(world.browser(), 'dan'))
})

test('where mail is set up, users are told of each change in their language', async () => {
  const mails = await openMailConsole()
  try {
    const visitor = await mails.user('eve')
    const eve = new Browser(mails.call).as(visitor)
    const code = await mails.code('eve@a.test', visitor)
    dataOf(await mails.bind(visitor, { email: 'eve@a.test', code }))
    dataOf(await eve.call('PUT /api/user/self/language', { body: { language: 'en' } }))
    const before = mails.smtp.mails.length
    const { confirm, totpOn } = stepsOf(Date.now)
    const { secret } = await totpOn(eve)
    dataOf(await eve.call('POST /api/user/factors/recovery_codes'))
    dataOf(await eve.call('DELETE /api/user/factors/totp'))
    await mails.outgoing.outbox.deliverDue()
    await mails.smtp.mail(before + 3)
    const sent = mails.smtp.mails.slice(before).map(({ text }) => text)
    for (const words of ['turned on', 'turned off', 'New recovery codes'])
      expect(sent.filter((text) => text.includes(words))).toHaveLength(1)
    for (const text of sent) {
      expect(text).toContain('eve')
      expect(text).not.toContain(secret)
    }
    dataOf(await eve.call('PUT /api/user/self/language', { body: { language: 'zh' } }))
    await confirm(eve, 'ways_in')
    const root = new Browser(mails.call).as(mails.admin)
    dataOf(await root.call(`DELETE /api/user/${eve.userId}/factors`))
    await mails.outgoing.outbox.deliverDue()
    expect((await mails.smtp.mail(before + 4)).text).toContain('管理员已移除')
    // Somebody without an address is told nothing, and nothing fails.
    await totpOn(new Browser(mails.call).as(await mails.user('silent')))
    expect(mails.troubles).toEqual([])
  } finally {
    await mails.close()
  }
})
