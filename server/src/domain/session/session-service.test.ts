import { role, userStatus } from '@waystation/contract/site/status-table'
import { beforeAll, expect, test } from 'vitest'
import { sha256 } from '../../lib/secret.ts'
import { localInvalidation } from '../../lib/shared/invalidation.ts'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { openSystemAccounts } from '../ledger/ledger-tasks.ts'
import { createUser, findUser, setUserAccess, setUserLanguage } from '../user/user-store.ts'
import { type SessionService, sessionService } from './session-service.ts'
import { findUserSessions, touchSession } from './session-store.ts'

const from = { ip: '203.0.113.77', agent: 'a browser', formerId: '' }

eachDatabase('sessions', ({ database, openAnother }) => {
  const invalidation = localInvalidation()
  let sessions: SessionService
  let userId: number

  beforeAll(async () => {
    await database().run(openSystemAccounts, null)
    const draft = { displayName: '', passwordHash: 'h', role: role.ordinary, group: 'vip', language: '', quota: 12, cause: 'test' }
    userId = await database().run(createUser, { ...draft, username: 'ann', email: 'ann@a.test' })
    sessions = sessionService({ database: database(), invalidation, now: Date.now, onTrouble: (error) => expect(error).toBeUndefined() })
  })

  test('a session is found by its id, of which the table knows only a hash', async () => {
    const id = await sessions.open({ id: userId, authEpoch: 0 }, from)
    expect(await sessions.find(id)).toEqual({ id: userId, username: 'ann', role: 1, group: 'vip', language: '' })
    const rows = await database().read.selectFrom('session').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(id)
    expect(rows[0]).toMatchObject({ ip_prefix: '203.0.113.0/24', agent: 'a browser' })
    for (const wrong of ['', 'x', 'A'.repeat(43), `${id} `, rows[0]!.id_hash]) expect(await sessions.find(wrong)).toBeUndefined()
  })

  test('a new session takes the place of the one the browser had', async () => {
    const former = await sessions.open({ id: userId, authEpoch: 0 }, from)
    expect(await sessions.find(former)).toBeDefined()
    const id = await sessions.open({ id: userId, authEpoch: 0 }, { ...from, formerId: former })
    expect(id).not.toBe(former)
    expect(await sessions.find(former)).toBeUndefined()
  })

  test('what another process changes is seen within a second, what this one does at once', async () => {
    const id = await sessions.open({ id: userId, authEpoch: 0 }, from)
    await sessions.find(id)
    const other = await openAnother()
    await other.run(setUserLanguage, { userId, language: 'en' })
    await expect.poll(async () => (await sessions.find(id))?.language).toBe('en')
    await other.run(setUserLanguage, { userId, language: 'zh' })
    invalidation.publish('user', userId)
    expect((await sessions.find(id))?.language).toBe('zh')
    await other.close()
  })

  test('a call that is noted late does not take back when its session was last seen', async () => {
    const id = await sessions.open({ id: userId, authEpoch: 0 }, from)
    const seenAt = async () =>
      (await findUserSessions(database(), userId, { seenAfter: 0, createdAfter: 0 })).map((row) => Number(row.seen_at))
    const later = Math.max(...(await seenAt())) + 86_400
    await database().run(touchSession, { idHash: sha256(id), seenAt: later })
    await database().run(touchSession, { idHash: sha256(id), seenAt: later - 3600 })
    expect(await seenAt()).toContain(later)
  })

  test('a raised epoch ends every session', async () => {
    const ids = await Promise.all([0, 1, 2].map(() => sessions.open({ id: userId, authEpoch: 0 }, from)))
    await database().run(setUserAccess, { userId, status: userStatus.active })
    invalidation.publish('user', userId)
    for (const id of ids) expect(await sessions.find(id)).toBeUndefined()
    const stale = await sessions.open({ id: userId, authEpoch: 0 }, from)
    expect(await sessions.find(stale)).toBeUndefined()
    expect(await sessions.find(await sessions.open({ id: userId, authEpoch: 1 }, from))).toBeDefined()
  })

  test('a user is returned with the state of their account', async () => {
    expect(await findUser(database(), userId)).toMatchObject({ posted: 12, used: 0, calls: 0 })
  })

  test('sessions whose time is over are forgotten, the others stay', async () => {
    const living = (await database().read.selectFrom('session').select('id_hash').execute()).length
    expect(await sessions.purge()).toBe(0)
    const later = sessionService({ database: database(), invalidation, now: () => Date.now() + 8 * 86_400_000, onTrouble: () => {} })
    expect(await later.purge()).toBe(living)
  })

  test('a name is given once', async () => {
    const draft = { displayName: '', passwordHash: '', role: 1, group: '', email: '', language: '', quota: 0, cause: 'test' }
    await expect(database().run(createUser, { ...draft, username: 'ann' })).rejects.toMatchObject({ code: 'username_taken' })
  })
})
