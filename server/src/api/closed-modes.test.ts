// Demo mode and self-use mode: nobody opens an account, and a demo has no mail sent for visitors. Who is known comes in as always.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '../testing/console.ts'
import { openSignInWorld, type SignInWorld } from '../testing/fake-sign-in/sign-in-world.ts'

let world: SignInWorld
beforeAll(async () => {
  world = await openSignInWorld()
  await world.console.user('ann')
  await world.set('SMTPServer', 'localhost')
  await world.set('SMTPFrom', 'post@station.test')
})
afterAll(() => world.close())

const password = 'horse battery 17'
const register = async (username: string) =>
  (await world.browser().call('POST /api/user/register', { body: { username, password, password2: password } })).json.code
const logIn = async (username: string, typed: string) =>
  (await world.browser().call('POST /api/user/login', { body: { username, password: typed } })).json.success
const enterByGitHub = async (id: number) => {
  const browser = world.browser()
  const answer = world.fakes.gitHub.approve((await browser.start('github')).url, { id, login: `g${id}` })
  return (await browser.get('/api/oauth/github', answer)).json
}
const ask = async (path: string, as?: Parameters<typeof world.console.user>[0]) => {
  const browser = as === undefined ? world.browser() : world.browser().as(await world.console.login(as, PASSWORD))
  return (await browser.get(path, { email: 'stranger@example.com' })).json.code
}

test.each([
  ['SelfUseModeEnabled', 'register_disabled', undefined],
  ['DemoSiteEnabled', 'demo_site', 'demo_site'],
])('%s closes the doors to new accounts', async (mode, refusal, ofMail) => {
  expect((await enterByGitHub(1)).success).toBe(true)
  await world.set(mode, 'true')
  expect(await register('newcomer')).toBe(refusal)
  expect((await enterByGitHub(2)).code).toBe(refusal)
  expect((await enterByGitHub(1)).success).toBe(true)
  expect(await logIn('ann', PASSWORD)).toBe(true)
  // In self-use mode existing users can still recover their accounts and prove an address.
  expect(await ask('/api/reset_password')).toBe(ofMail)
  expect(await ask('/api/verification')).toBe(refusal)
  expect(await ask('/api/verification', 'ann')).toBe(ofMail)
  const mails = await world.console.database.read.selectFrom('outbox').select('ref').execute()
  if (mode === 'DemoSiteEnabled') expect(mails).toHaveLength(2) // those of self-use mode
  await world.set(mode, 'false')
  expect(await register(`late${mode.slice(0, 4)}`)).toBeUndefined()
})
