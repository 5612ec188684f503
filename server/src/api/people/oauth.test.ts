// Logging in and linking through other sites, over real sockets to fakes of them.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '../../testing/console.ts'
import { type Browser, openSignInWorld, type SignInWorld } from '../../testing/fake-sign-in/sign-in-world.ts'

let world: SignInWorld
let offsetMs = 0
beforeAll(async () => {
  world = await openSignInWorld({ now: () => Date.now() + offsetMs })
})
afterEach(() => {
  world.fakes.overrides.clear()
  offsetMs = 0
})
afterAll(() => world.close())

const ann = { id: 583_231, login: 'ann', name: 'Ann Example' }
const logInAtGitHub = async (browser: Browser, user: Parameters<SignInWorld['fakes']['gitHub']['approve']>[1], query = {}) =>
  browser.get('/api/oauth/github', world.fakes.gitHub.approve((await browser.start('github', query)).url, user))

test('a first login with GitHub registers a user, and the next is the same user', async () => {
  const browser = world.browser()
  const first = await logInAtGitHub(browser, ann)
  expect(first.json.data).toMatchObject({ username: 'ann', display_name: 'Ann Example', github_id: '583231', email: '', role: 1 })
  expect(browser.cookie('session')).not.toBe('')
  browser.userId = (first.json.data as { id: number }).id
  expect((await browser.get('/api/user/self')).json.data).toMatchObject({ username: 'ann' })

  const again = await logInAtGitHub(world.browser(), { ...ann, login: 'renamed' })
  expect(again.json.data).toMatchObject({ id: browser.userId, username: 'ann' })
  const audit = await world.console.database.read.selectFrom('audit').selectAll().where('actor_name', '=', 'ann').execute()
  expect(audit.map(({ action, target }) => [action, target])).toEqual([
    ['login', 'github'],
    ['login', 'github'],
  ])
})

test('the address that a browser is sent to names our redirect address, a state and a PKCE challenge', async () => {
  const gitHub = new URL((await world.browser().start('github')).url).searchParams
  expect(gitHub.get('redirect_uri')).toBe('http://console.test/oauth/github')
  expect([gitHub.get('client_id'), gitHub.get('code_challenge_method')]).toEqual(['the-client', 'S256'])
  const oidc = new URL((await world.browser().start('oidc')).url).searchParams
  expect(oidc.get('redirect_uri')).toBe('http://console.test/oauth/oidc')
  expect([oidc.get('scope'), oidc.get('nonce')?.length, oidc.get('response_type')]).toEqual(['openid profile', 43, 'code'])
  expect(new URL((await world.browser().start('linuxdo')).url).searchParams.get('redirect_uri')).toBe('http://console.test/oauth/linuxdo')
})

test('clients that make the address themselves log in with nothing but the state', async () => {
  const { fakes } = world
  const wish = async (browser: Browser, path: string) => `${path}?state=${(await browser.get('/api/oauth/state')).json.data}`
  const browser = world.browser()
  const gitHub = await browser.get(
    '/api/oauth/github',
    fakes.gitHub.approve(await wish(browser, `${fakes.origin}/`), { id: 7001, login: 'g' }),
  )
  expect(gitHub.json.data).toMatchObject({ github_id: '7001' })

  const second = world.browser()
  const redirect = `${fakes.origin}/?redirect_uri=${encodeURIComponent('http://console.test/oauth/oidc')}`
  const { data: state } = (await second.get('/api/oauth/state')).json
  const oidc = await second.get(
    '/api/oauth/oidc',
    fakes.oidc.approve(`${redirect}&state=${state}`, { sub: 's7002', preferred_username: 'o' }),
  )
  expect(oidc.json.data).toMatchObject({ oidc_id: 's7002', username: 'o' })

  const third = world.browser()
  const linuxDo = await third.get(
    '/api/oauth/linuxdo',
    fakes.linuxDo.approve(await wish(third, `${fakes.origin}/`), { id: 7003, username: 'l' }),
  )
  expect(linuxDo.json.data).toMatchObject({ linux_do_id: '7003' })
  expect(fakes.linuxDo.redirectUris.at(-1)).toBe('http://console.test/api/oauth/linuxdo')
})

test('a user who is logged in links an account, which is their way in from then on', async () => {
  const bob = await world.linker('bob')
  const linked = await logInAtGitHub(world.browser().as(bob), { id: 8001, login: 'bob-at-github' })
  expect(linked.json).toMatchObject({ success: true, message: 'bind', data: null })
  expect((await logInAtGitHub(world.browser(), { id: 8001, login: 'x' })).json.data).toMatchObject({ id: bob.id, github_id: '8001' })
  const audit = await world.console.database.read.selectFrom('audit').select('action').where('actor_id', '=', bob.id).execute()
  expect(audit.map(({ action }) => action)).toContain('identity.bind')
  // The same again is no error, another one is.
  expect((await logInAtGitHub(world.browser().as(bob), { id: 8001, login: 'x' })).json.message).toBe('bind')
  expect((await logInAtGitHub(world.browser().as(bob), { id: 8002, login: 'x' })).json.code).toBe('identity_present')
})

test('somebody who is logged in may ask for a login instead of a link', async () => {
  const carol = await world.console.user('carol')
  const browser = world.browser().as(carol)
  const entered = await logInAtGitHub(browser, { id: 8101, login: 'dora' }, { mode: 'login' })
  expect(entered.json.data).toMatchObject({ username: 'dora' })
  expect((await world.browser().as(carol).get('/api/user/self')).status).toBe(401)
})

test('SEC-9: nobody links or unlinks who has not confirmed, nor an access token', async () => {
  const dave = await world.console.user('dave')
  const token = String((await world.console.call('POST /api/user/token', { as: dave })).json.data)
  const program = { authorization: token, 'waystation-user': String(dave.id) }
  const lines = [
    'GET /api/oauth/github/start',
    'GET /api/oauth/state?provider=telegram',
    'GET /api/oauth/wechat/bind?code=654321',
    'DELETE /api/oauth/github/bind',
  ]
  for (const line of lines) {
    const replies = [await world.console.call(line, { as: dave }), await world.console.call(line, { headers: program })]
    expect(
      replies.map(({ json }) => json.code),
      line,
    ).toEqual(['confirmation_needed', 'confirmation_needed'])
  }
  await world.console.confirm(dave, 'ways_in')
  expect((await world.console.call('GET /api/oauth/github/start', { as: dave })).json.success).toBe(true)
})

test('whoever has no password links within ten minutes of a login, and not later', async () => {
  const browser = world.browser()
  browser.userId = ((await logInAtGitHub(browser, { id: 8201, login: 'hugo' })).json.data as { id: number }).id
  offsetMs = 590_000
  expect((await browser.get('/api/oauth/linuxdo/start')).json.success).toBe(true)
  offsetMs = 610_000
  expect((await browser.get('/api/oauth/linuxdo/start')).json.code).toBe('confirm_log_in_again')
})

test('a user is told of links, and with a new password of all that still lets somebody in', async () => {
  const ivan = await world.linker('ivan')
  await logInAtGitHub(world.browser().as(ivan), { id: 8301, login: 'ivan' })
  await world.console.call('PUT /api/user/self', { as: ivan, body: { password: 'a fresh password', original_password: PASSWORD } })
  const again = await world.console.login('ivan', 'a fresh password')
  const inbox = JSON.parse((await world.console.call('GET /api/user/messages', { as: again })).text).data.items as { content: string }[]
  expect(inbox).toHaveLength(2)
  const today = new Date().toISOString().slice(0, 10)
  expect(inbox[0]?.content).toContain(`GitHub（添加于 ${today}）`)
  expect(inbox[1]?.content).toContain('已绑定 GitHub 账户')
})

test('names that are taken, too long or not allowed become free ones', async () => {
  const names: string[] = []
  for (const [id, login] of [
    [9001, 'eve'],
    [9002, 'EVE'],
    [9003, 'averyveryverylongname'],
    [9004, 'with@sign'],
    [9005, 'аpple-Cyrillic-a'],
    [9006, '\u202eevil'],
  ] as const) {
    const reply = await logInAtGitHub(world.browser(), { id, login })
    expect(reply.json.success, reply.text).toBe(true)
    names.push((reply.json.data as { username: string }).username)
  }
  expect(names).toEqual(['eve', 'EVE2', 'averyveryver', 'withsign', 'user', 'evil'])
})

test('of many first logins of one person at the same time one user comes', async () => {
  const browsers = Array.from({ length: 8 }, () => world.browser())
  const replies = await Promise.all(browsers.map((browser) => logInAtGitHub(browser, { id: 9100, login: 'many' })))
  expect(replies.map(({ json }) => json.code).filter(Boolean)).toEqual([])
  expect(new Set(replies.map(({ json }) => (json.data as { id: number }).id)).size).toBe(1)
})

test('the invitation of the first click is remembered', async () => {
  const inviter = await world.console.database.read
    .selectFrom('user')
    .select(['id', 'aff_code'])
    .where('username', '=', 'bob')
    .executeTakeFirstOrThrow()
  await world.set('QuotaForNewUser', '500000')
  await world.set('QuotaForInvitee', '1000000')
  const reply = await logInAtGitHub(world.browser(), { id: 9200, login: 'guest' }, { aff: inviter.aff_code })
  expect(reply.json.data).toMatchObject({ inviter_id: Number(inviter.id) })
  const rows = await world.console.database.read
    .selectFrom('log')
    .innerJoin('log_detail', 'log_detail.request_id', 'log.request_id')
    .select(['log.type', 'log_detail.other'])
    .where('log.username', '=', 'guest')
    .orderBy('log.id')
    .execute()
  expect(rows.map(({ type, other }) => [type, JSON.parse(other).content])).toEqual([
    [4, { key: 'gift_new_user', facts: { amount: 500000 } }],
    [4, { key: 'gift_invitee', facts: { amount: 1000000 } }],
  ])
  for (const key of ['QuotaForNewUser', 'QuotaForInvitee']) await world.set(key, '0')
})

test('WeChat codes log in, register and link, and count once', async () => {
  const { fakes } = world
  fakes.weChatCodes.set('123456', 'openid-1')
  const browser = world.browser()
  expect((await browser.get('/api/oauth/wechat', { code: '123456' })).json.data).toMatchObject({
    wechat_id: 'openid-1',
    username: 'wechat',
  })
  expect((await world.browser().get('/api/oauth/wechat', { code: '123456' })).json.code).toBe('sign_in_repeated')
  fakes.weChatCodes.set('654321', 'openid-2')
  const fred = await world.linker('fred')
  const stranger = world.browser().as(fred)
  stranger.userId = undefined
  expect((await stranger.get('/api/oauth/wechat/bind', { code: '654321' })).json.code).toBe('user_header_mismatch')
  expect((await world.browser().as(fred).get('/api/oauth/wechat/bind', { code: '654321' })).json.message).toBe('bind')
  expect((await world.browser().as(fred).get('/api/user/self')).json.data).toMatchObject({ wechat_id: 'openid-2' })
})

test('five wrong WeChat codes, and even a right one waits', async () => {
  const from = '198.51.100.9'
  world.fakes.weChatCodes.set('777777', 'openid-3')
  for (let at = 0; at < 4; at += 1)
    expect((await world.console.call(`GET /api/oauth/wechat?code=00000${at}`, { from })).json.code).toBe('sign_in_code')
  expect((await world.console.call('GET /api/oauth/wechat?code=12', { from })).json.code).toBe('sign_in_code')
  expect((await world.console.call('GET /api/oauth/wechat?code=000009', { from })).json.code).toBe('sign_in_code')
  expect((await world.console.call('GET /api/oauth/wechat?code=777777', { from })).json.code).toBe('login_throttled')
})

test('an account is unlinked, but never the last way in', async () => {
  const browser = world.browser()
  const { id } = (await logInAtGitHub(browser, { id: 9300, login: 'gina' })).json.data as { id: number }
  browser.userId = id
  const unbind = (provider: string) => browser.call(`DELETE /api/oauth/${provider}/bind`)
  expect((await unbind('github')).json.code).toBe('identity_last')
  const linked = await browser.get(
    '/api/oauth/linuxdo',
    world.fakes.linuxDo.approve((await browser.start('linuxdo')).url, { id: 9301, username: 'g' }),
  )
  expect(linked.json.message).toBe('bind')
  // A way in that is switched off is none.
  await world.set('LinuxDOOAuthEnabled', 'false')
  expect((await unbind('github')).json.code).toBe('identity_last')
  await world.set('LinuxDOOAuthEnabled', 'true')
  expect((await unbind('github')).json.success).toBe(true)
  expect((await browser.get('/api/user/self')).json.data).toMatchObject({ github_id: '', linux_do_id: '9301' })
  expect((await unbind('linuxdo')).json.code).toBe('identity_last')
  expect((await unbind('telegram')).json.success).toBe(true)
})

test('no secret reaches a table, a log or an audit row', async () => {
  const browser = world.browser()
  const { url, state } = await browser.start('oidc')
  const { nonce } = Object.fromEntries(new URL(url).searchParams)
  const tables = ['sign_in_state', 'sign_in_proof', 'audit'] as const
  const rows = await Promise.all(tables.map((table) => world.console.database.read.selectFrom(table).selectAll().execute()))
  const text = JSON.stringify([rows, world.console.troubles.map(String), world.console.errorsLogged.map(String)])
  for (const secret of [state, nonce, 'the-secret', '123456', browser.cookie('browser')]) expect(text).not.toContain(secret)
})
