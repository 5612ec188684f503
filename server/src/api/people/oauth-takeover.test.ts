// SEC-9, the takeover matrix: nobody becomes somebody else, whatever another site says of their name or mail address (control 11).
import { userStatus } from '@waystation/contract/site/status-table'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createUser, setUserAccess } from '../../domain/user/user-store.ts'
import type { Reply } from '../../testing/console.ts'
import { openSignInWorld, type SignInWorld } from '../../testing/fake-sign-in/sign-in-world.ts'

let world: SignInWorld
beforeAll(async () => {
  world = await openSignInWorld()
})
afterEach(async () => {
  world.fakes.overrides.clear()
  world.fakes.oidc.bend = {}
  await world.set('RegisterEnabled', 'true')
  await world.set('LinuxDOMinimumTrustLevel', '0')
})
afterAll(() => world.close())

type As = Awaited<ReturnType<SignInWorld['console']['user']>>
const browserOf = (as?: As) => (as ? world.browser().as(as) : world.browser())

async function gitHub(user: Parameters<SignInWorld['fakes']['gitHub']['approve']>[1], as?: As): Promise<Reply> {
  const browser = browserOf(as)
  return browser.get('/api/oauth/github', world.fakes.gitHub.approve((await browser.start('github')).url, user))
}
async function linuxDo(user: Parameters<SignInWorld['fakes']['linuxDo']['approve']>[1], as?: As): Promise<Reply> {
  const browser = browserOf(as)
  return browser.get('/api/oauth/linuxdo', world.fakes.linuxDo.approve((await browser.start('linuxdo')).url, user))
}
async function oidc(claims: object, as?: As): Promise<Reply> {
  const browser = browserOf(as)
  return browser.get('/api/oauth/oidc', world.fakes.oidc.approve((await browser.start('oidc')).url, { ...claims }))
}
const idOf = ({ json, text }: Reply): number => {
  expect(json.success, text).toBe(true)
  return (json.data as { id: number }).id
}

test('SEC-9: the mail address of a user does not lead to their account, verified or not', async () => {
  const victim = await world.console.database.run(createUser, {
    ...{ username: 'victim', displayName: 'victim', passwordHash: '', role: 1, group: 'default' },
    ...{ email: 'victim@example.com', language: '', quota: 0, cause: 'test' },
  })
  const ids = [
    idOf(await gitHub({ id: 1001, login: 'a', email: 'victim@example.com' })),
    idOf(await oidc({ sub: 'mail-1', email: 'victim@example.com', email_verified: true })),
    idOf(await oidc({ sub: 'mail-2', email: 'VICTIM@example.com', email_verified: false })),
    idOf(await linuxDo({ id: 1002, username: 'b', ...{ email: 'victim@example.com' } })),
  ]
  expect(ids).not.toContain(victim)
  expect(new Set(ids).size).toBe(4)
})

test('SEC-9: the name of a user does not lead to their account', async () => {
  const root = world.root.id
  expect(idOf(await gitHub({ id: 1101, login: 'root' }))).not.toBe(root)
  expect(idOf(await linuxDo({ id: 1102, username: 'ROOT' }))).not.toBe(root)
  expect(idOf(await oidc({ sub: 'root', preferred_username: 'root' }))).not.toBe(root)
  expect(idOf(await oidc({ sub: String(root), preferred_username: 'ｒｏｏｔ' }))).not.toBe(root)
})

test('SEC-9: a GitHub login that was given up and taken by somebody else is somebody else', async () => {
  const former = idOf(await gitHub({ id: 1201, login: 'recycled' }))
  const taker = idOf(await gitHub({ id: 1202, login: 'recycled' }))
  expect(taker).not.toBe(former)
  expect(idOf(await gitHub({ id: 1201, login: 'moved-on' }))).toBe(former)
})

test('SEC-9: the same number at two sites is two people', async () => {
  expect(idOf(await linuxDo({ id: 1301, username: 'n' }))).not.toBe(idOf(await gitHub({ id: 1301, login: 'n' })))
  expect(idOf(await oidc({ sub: '1301' }))).not.toBe(idOf(await gitHub({ id: 1301, login: 'n' })))
})

test('SEC-9: subjects that differ in capitals are two people', async () => {
  expect(idOf(await oidc({ sub: 'Case' }))).not.toBe(idOf(await oidc({ sub: 'case' })))
})

test('SEC-9: subjects of 250 characters that differ at their end are two people', async () => {
  const long = 'x'.repeat(249)
  const first = idOf(await oidc({ sub: `${long}1` }))
  expect(idOf(await oidc({ sub: `${long}2` }))).not.toBe(first)
  expect(idOf(await oidc({ sub: `${long}1` }))).toBe(first)
})

test('SEC-9: an account of another user cannot be linked, nor that of a deleted one', async () => {
  const owner = idOf(await gitHub({ id: 1401, login: 'owner' }))
  const taker = await world.linker('taker')
  expect((await gitHub({ id: 1401, login: 'owner' }, taker)).json.code).toBe('identity_taken')
  await world.console.database.run(setUserAccess, { userId: owner, isDeleted: true })
  expect((await gitHub({ id: 1401, login: 'owner' }, taker)).json.code).toBe('identity_taken')
  expect((await gitHub({ id: 1401, login: 'owner' })).json.code).toBe('sign_in_deleted')
})

test('SEC-9: a banned user is refused, and is let in again when the ban ends', async () => {
  const userId = idOf(await gitHub({ id: 1501, login: 'banned' }))
  await world.console.database.run(setUserAccess, { userId, status: userStatus.banned })
  expect((await gitHub({ id: 1501, login: 'banned' })).json.code).toBe('sign_in_banned')
  await world.console.database.run(setUserAccess, { userId, status: userStatus.active })
  expect(idOf(await gitHub({ id: 1501, login: 'banned' }))).toBe(userId)
})

test('SEC-9: of two users who link one account at the same time one gets it', async () => {
  const users = await Promise.all(['race-a', 'race-b', 'race-c'].map((name) => world.linker(name)))
  const replies = await Promise.all(users.map((user) => gitHub({ id: 1601, login: 'prize' }, user)))
  expect(replies.map(({ json }) => json.message === 'bind').filter(Boolean)).toHaveLength(1)
  expect(replies.map(({ json }) => json.code).filter((code) => code === 'identity_taken')).toHaveLength(2)
})

test('SEC-9: nobody is registered while registration is off, and those who are known come in', async () => {
  const known = idOf(await gitHub({ id: 1701, login: 'known' }))
  await world.set('RegisterEnabled', 'false')
  expect((await gitHub({ id: 1702, login: 'new' })).json.code).toBe('register_disabled')
  expect((await oidc({ sub: 'new-1' })).json.code).toBe('register_disabled')
  expect((await linuxDo({ id: 1703, username: 'new' })).json.code).toBe('register_disabled')
  expect((await world.console.call('GET /api/oauth/wechat?code=999999')).json.code).toBe('sign_in_code')
  expect(idOf(await gitHub({ id: 1701, login: 'known' }))).toBe(known)
  const linker = await world.linker('linker')
  expect((await gitHub({ id: 1704, login: 'mine' }, linker)).json.message).toBe('bind')
})

test('SEC-9: a LINUX DO trust level that is too low, missing or no number neither registers, logs in nor links', async () => {
  const user = await world.linker('trusty')
  const known = idOf(await linuxDo({ id: 1801, username: 'low', trust_level: 1 }))
  await world.set('LinuxDOMinimumTrustLevel', '3')
  for (const trust_level of [0, 2, undefined, null, '4', [4]]) {
    const given = { username: 'low', trust_level }
    for (const reply of [
      await linuxDo({ id: 1801, ...given }),
      await linuxDo({ id: 1802, ...given }),
      await linuxDo({ id: 1803, ...given }, user),
    ])
      expect(reply.json.code, String(trust_level)).toBe('sign_in_trust_level')
  }
  expect(idOf(await linuxDo({ id: 1801, username: 'low', trust_level: 3 }))).toBe(known)
})

test('SEC-9: an inactive or silenced LINUX DO account does not register, but who has one already comes in', async () => {
  expect((await linuxDo({ id: 1901, username: 'quiet', silenced: true })).json.code).toBe('sign_in_restricted')
  expect((await linuxDo({ id: 1901, username: 'quiet', active: false })).json.code).toBe('sign_in_restricted')
  const id = idOf(await linuxDo({ id: 1901, username: 'quiet' }))
  expect(idOf(await linuxDo({ id: 1901, username: 'quiet', silenced: true }))).toBe(id)
})

test('SEC-9: a site that is switched off between the two halves of a login is off', async () => {
  const browser = world.browser()
  const answer = world.fakes.gitHub.approve((await browser.start('github')).url, { id: 2001, login: 'late' })
  await world.set('GitHubOAuthEnabled', 'false')
  expect((await browser.get('/api/oauth/github', answer)).json.code).toBe('sign_in_disabled')
  expect((await browser.get('/api/oauth/github/start')).json.code).toBe('sign_in_disabled')
  await world.set('GitHubOAuthEnabled', 'true')
})

test('SEC-9: a user without a password cannot log in with an empty one, nor with the words that stand for none', async () => {
  const { username } = (await gitHub({ id: 2101, login: 'pwless' })).json.data as { username: string }
  for (const password of ['', ' ', 'null', 'undefined'])
    expect((await world.console.call('POST /api/user/login', { body: { username, password } })).json.success).toBe(false)
})

test('SEC-9: in demo mode only the super admin links', async () => {
  const user = await world.console.user('demo')
  await world.set('DemoSiteEnabled', 'true')
  expect((await world.browser().as(user).get('/api/oauth/github/start')).json.code).toBe('demo_site')
  expect((await world.browser().as(user).get('/api/oauth/state', { provider: 'telegram' })).json.code).toBe('demo_site')
  await world.console.confirm(world.root, 'ways_in')
  expect((await world.browser().as(world.root).get('/api/oauth/github/start')).json.success).toBe(true)
  await world.set('DemoSiteEnabled', 'false')
})

test('SEC-9: links that change something are refused from another site, and without the header that names the user', async () => {
  const user = await world.console.user('header')
  const headers = { cookie: user.cookie }
  for (const line of ['GET /api/oauth/wechat/bind?code=123456', 'DELETE /api/oauth/github/bind']) {
    expect((await world.console.call(line, { headers })).json.code, line).toBe('user_header_mismatch')
    expect((await world.console.call(line, { as: user, headers: { 'sec-fetch-site': 'cross-site' } })).json.code, line).toBe('cross_site')
  }
  for (const path of ['/api/oauth/wechat?code=123456', '/api/oauth/telegram/login?id=1'])
    expect((await world.console.call(`GET ${path}`, { headers: { 'sec-fetch-site': 'cross-site' } })).json.code, path).toBe('cross_site')
})
