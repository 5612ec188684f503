// Identities, states and proofs on each database: what counts once does so for many at the same time.
import { userStatus } from '@waystation/contract/site/status-table'
import { expect, test } from 'vitest'
import { sha256 } from '../../lib/secret.ts'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { hasHumanPass, keepHumanPass, purgeHumanPasses } from '../human-check/human-pass-store.ts'
import { openSystemAccounts } from '../ledger/ledger-tasks.ts'
import { createUser, setUserAccess } from '../user/user-store.ts'
import { bindIdentity, findIdentityOwner, type Identity, registerIdentity, unbindIdentity } from './identity-store.ts'
import { openSignInState, purgeSignIns, spendProof, takeSignInState } from './sign-in-state-store.ts'

const identity = (subject: string, provider: Identity['provider'] = 'github'): Identity => ({ provider, issuer: '', subject })
const account = (...usernames: string[]) => ({
  ...{ usernames, displayName: 'x', passwordHash: '', email: '', language: '', quota: 25, cause: 'register' },
  ...{ inviteCode: '', gifts: { toInviter: 0, toInvitee: 0 }, firstToken: undefined },
})
const newUser = (username: string, passwordHash = '') => ({
  ...{ username, displayName: username, passwordHash, role: 1, group: 'default', email: '', language: '', quota: 0, cause: 'test' },
})
const codesOf = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? 'done' : String(result.reason.code))).toSorted()
const everyWay = { password: true, passkeys: true, providers: ['github', 'oidc', 'linuxdo', 'wechat', 'telegram'] }

eachDatabase('identities', ({ database }) => {
  test('a user is registered with their balance and their identity, under the first name that is free', async () => {
    await database().run(openSystemAccounts, null)
    const first = await database().run(registerIdentity, { identity: identity('1'), account: account('ann', 'ann2') })
    const second = await database().run(registerIdentity, { identity: identity('2'), account: account('ANN', 'no@name', 'ann2') })
    expect([first.username, second.username]).toEqual(['ann', 'ann2'])
    expect(await findIdentityOwner(database(), identity('1'))).toMatchObject({ userId: first.userId, isActive: true, isDeleted: false })
    const { posted } = await database()
      .read.selectFrom('account')
      .select('posted')
      .where('owner_id', '=', first.userId)
      .where('kind', '=', 'user')
      .executeTakeFirstOrThrow()
    expect(Number(posted)).toBe(25)
  })

  test('of many who register one identity one makes the user, and the others leave nothing behind', async () => {
    const count = async () => (await database().read.selectFrom('user').select('id').execute()).length
    const before = await count()
    const wish = (at: number) => database().run(registerIdentity, { identity: identity('many'), account: account(`many${at}`) })
    const results = await Promise.allSettled(Array.from({ length: 8 }, (_, at) => wish(at)))
    expect(codesOf(results)).toEqual(['done', ...Array.from({ length: 7 }, () => 'identity_taken')])
    expect(await count()).toBe(before + 1)
  })

  test('when no name is free, or another call takes it first, there is no identity either', async () => {
    const none = database().run(registerIdentity, { identity: identity('none'), account: account('ann', 'ann2') })
    await expect(none).rejects.toMatchObject({ code: 'username_taken' })
    const race = ['r1', 'r2', 'r3', 'r4'].map((subject) =>
      database().run(registerIdentity, { identity: identity(subject), account: account('racer') }),
    )
    expect(codesOf(await Promise.allSettled(race))).toEqual(['done', 'username_taken', 'username_taken', 'username_taken'])
    const rows = await database()
      .read.selectFrom('identity')
      .select('subject')
      .where('subject', 'in', ['none', 'r1', 'r2', 'r3', 'r4'])
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('an identity is its provider, its issuer and its subject to the letter', async () => {
    await database().run(registerIdentity, {
      identity: { provider: 'oidc', issuer: 'https://a.test', subject: 'Sub' },
      account: account('exact'),
    })
    for (const other of [
      { provider: 'oidc', issuer: 'https://a.test', subject: 'sub' },
      { provider: 'oidc', issuer: 'https://b.test', subject: 'Sub' },
      { provider: 'github', issuer: 'https://a.test', subject: 'Sub' },
    ] as const)
      expect(await findIdentityOwner(database(), other)).toBeUndefined()
  })

  test('of many links of one account one user gets it, and of many to one user one is made', async () => {
    const users = await Promise.all(['l1', 'l2', 'l3', 'l4'].map((name) => database().run(createUser, newUser(name))))
    const toOne = await Promise.allSettled(users.map((userId) => database().run(bindIdentity, { userId, identity: identity('link') })))
    expect(codesOf(toOne)).toEqual(['done', 'identity_taken', 'identity_taken', 'identity_taken'])
    const userId = users[0] ?? 0
    const subjects = ['w1', 'w2', 'w3', 'w4']
    const ofOne = await Promise.allSettled(
      subjects.map((subject) => database().run(bindIdentity, { userId, identity: identity(subject, 'wechat') })),
    )
    expect(codesOf(ofOne)).toEqual(['done', 'identity_present', 'identity_present', 'identity_present'])
  })

  test('neither a banned nor a deleted user is linked', async () => {
    const userId = await database().run(createUser, newUser('gone'))
    await database().run(setUserAccess, { userId, status: userStatus.banned })
    await expect(database().run(bindIdentity, { userId, identity: identity('g1') })).rejects.toMatchObject({ code: 'not_logged_in' })
    await database().run(setUserAccess, { userId, status: userStatus.active, isDeleted: true })
    await expect(database().run(bindIdentity, { userId, identity: identity('g1') })).rejects.toMatchObject({ code: 'not_logged_in' })
  })

  test('of two who unlink both accounts of a user at the same time one leaves the last way in', async () => {
    const { userId } = await database().run(registerIdentity, { identity: identity('u1'), account: account('unlink') })
    await database().run(bindIdentity, { userId, identity: identity('u1', 'linuxdo') })
    const unbind = (provider: string, open = everyWay) => database().run(unbindIdentity, { userId, provider, open })
    expect(codesOf(await Promise.allSettled([unbind('github'), unbind('linuxdo')]))).toEqual(['done', 'identity_last'])
    const left = await database().read.selectFrom('identity').select('provider').where('user_id', '=', userId).execute()
    expect(left).toHaveLength(1)
  })

  test('a password is a way in while logging in with it is on', async () => {
    const userId = await database().run(createUser, newUser('pw', 'a hash'))
    await database().run(bindIdentity, { userId, identity: identity('p1') })
    const unbind = (password: boolean) => database().run(unbindIdentity, { userId, provider: 'github', open: { ...everyWay, password } })
    await expect(unbind(false)).rejects.toMatchObject({ code: 'identity_last' })
    await unbind(true)
    expect(await findIdentityOwner(database(), identity('p1'))).toBeUndefined()
  })

  test('a state is taken once by many, and what has expired is forgotten', async () => {
    const row = {
      provider: 'oidc',
      purpose: 'bind',
      user_id: 7,
      owner_hash: sha256('o'),
      sealed: 's',
      invite_code: 'i',
      redirect_uri: 'https://a.test/x',
    }
    const stateHash = sha256('state')
    await database().run(openSignInState, { ...row, state_hash: stateHash, expires_at: 100 })
    await database().run(openSignInState, { ...row, state_hash: sha256('later'), expires_at: 300 })
    const taken = await Promise.all(Array.from({ length: 10 }, () => database().run(takeSignInState, { stateHash })))
    expect(taken.filter(Boolean)).toEqual([{ ...row, state_hash: stateHash, expires_at: 100 }])
    expect(await database().run(purgeSignIns, { now: 299 })).toBe(0)
    expect(await database().run(purgeSignIns, { now: 300 })).toBe(1)
  })

  test('a proof is spent once by many', async () => {
    const spend = () => database().run(spendProof, { proofHash: sha256('proof'), expiresAt: 500 })
    expect(codesOf(await Promise.allSettled(Array.from({ length: 6 }, spend)))).toEqual([
      'done',
      ...Array.from({ length: 5 }, () => 'sign_in_repeated'),
    ])
    expect(await database().run(purgeSignIns, { now: 500 })).toBe(1)
    await spend()
  })

  test('a browser that passes the bot check several times at once is let through until the later time', async () => {
    const passHash = sha256('pass')
    await Promise.all([1, 2, 3, 4].map(() => database().run(keepHumanPass, { passHash, expiresAt: 900 })))
    expect([await hasHumanPass(database(), passHash, 899), await hasHumanPass(database(), passHash, 900)]).toEqual([true, false])
    await database().run(keepHumanPass, { passHash, expiresAt: 1000 })
    expect(await hasHumanPass(database(), passHash, 999)).toBe(true)
    expect(await database().run(purgeHumanPasses, { now: 1000 })).toBe(1)
  })
})
