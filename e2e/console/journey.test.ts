/// <reference lib="dom" />
// One account from its first day to its last, in the order of life, each step by the screens: what works alone must also work after
// everything that came before it.
/** @module-tag main */
import type { User } from '@waystation/contract/people/user'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { scenario } from '../../server/src/testing/fakes/fake-provider-script.ts'
import { addAuthenticator } from './authenticator.ts'
import { type LiveStream, openLiveStream } from './live-stream.ts'
import { type OutsideScene, openOutsideScene } from './outside.ts'
import { picture } from './pictures.ts'
import type { Screen } from './scene.ts'
import { agreeAs, goToSite, isAt, linkSite, logInWith, logOut, sessionStatus, userOf } from './sign-in-steps.ts'

const NAME = 'nora'
const EMAIL = 'nora@example.org'
const FIRST_PASSWORD = 'blue harbour 42'
/** One that does not think unseen: what came of its answer can be counted when it is cut. */
const MODEL = 'gpt-4o'
/** What a new account begins with, and what the admin adds, in dollars. */
const START = 1
const GIFT = 5
const GREETING = 'Welcome, Nora'

/** How many words may come after a ban: the vendor says one in a tenth of a second, and the answer must end within five seconds. */
const MAX_WORDS_AFTER_BAN = 50

let scene: OutsideScene
beforeAll(async () => {
  scene = await openOutsideScene()
  await scene.root.call('PUT', '/api/option/', { key: 'QuotaForNewUser', value: String(START * 500_000) })
  scene.sites.gitHub.people.push({ id: 7001, login: 'nora-codes', name: 'Nora' })
  await scene.addChannel({ name: 'stories', models: MODEL })
  scene.facts.provider.script(MODEL, scenario.infinite(100))
})
afterAll(() => scene?.close())

describe('one account, from its first day to its last', () => {
  /** Nora's browser at her desk, her phone, and the admin's browser. */
  let desk: Screen
  let phone: Screen
  let admin: Screen
  let password = FIRST_PASSWORD
  let id = 0
  let stream: LiveStream
  let failedStep: string | undefined

  // No step means anything without those before it, and each would wait for half a minute.
  beforeEach(({ task, onTestFailed }) => {
    if (failedStep !== undefined) throw new Error(`this comes after: ${failedStep}`)
    onTestFailed(async () => {
      failedStep ??= task.name
      for (const screen of [desk, phone, admin]) console.error(await screen?.watched.tell())
    })
  })

  test('registers with a code that came by mail', async () => {
    desk = await scene.open('visitor', '/register', { stays: true })
    const { field, button, page, sees, say } = desk
    await field('auth.register.username').fill(NAME)
    await field('auth.email').fill(EMAIL)
    await button('auth.sendCode').click()
    await sees(say('auth.codeSent'))
    await field('auth.mailedCode').fill(await scene.readMail(/\b\d{6}\b/))
    await field('auth.password').fill(FIRST_PASSWORD)
    await field('auth.register.repeat').fill(FIRST_PASSWORD)
    await picture(desk, '01-register')
    await button('auth.register.submit').click()
    await isAt(desk, '/login')
    await page.getByText(say('auth.register.done'), { exact: true }).waitFor()
    expect(scene.smtp.mails[0]?.envelopeTo).toEqual([EMAIL])
  })

  test('logs in, with the address as well as with the name', async () => {
    await logInWith(desk, EMAIL, FIRST_PASSWORD)
    await desk.sees(desk.say('auth.success'))
    id = await userOf(desk)
    expect(await record()).toMatchObject({ username: NAME, email: EMAIL, quota: START * 500_000 })
    await picture(desk, '02-first-page')
  })

  test('links GitHub, and logs in with it', async () => {
    await desk.page.goto(`${scene.url}/app/me`)
    await linkSite(desk, 'GitHub')
    const confirmation = desk.page.getByRole('dialog', { name: desk.say('factor.confirm.title') })
    await confirmation.getByLabel(desk.say('factor.confirm.password'), { exact: true }).fill(FIRST_PASSWORD)
    await desk.page.keyboard.press('Enter')
    await agreeAs(desk, 'nora-codes')
    await desk.sees(desk.say('me.linkedAs', { id: '7001' }))
    await picture(desk, '04-linked')
    await logOut(desk)
    await goToSite(desk, 'GitHub')
    await agreeAs(desk, 'nora-codes')
    await isAt(desk, '/app/tokens')
    expect(await userOf(desk)).toBe(id)
  })

  test('adds a passkey, confirming with the password, and logs in with it', async () => {
    const { page, say, button, field, sees } = desk
    await addAuthenticator(page)
    await page.goto(`${scene.url}/app/me`)
    await page.getByRole('button', { name: `${say('factor.passkey.title')} ${say('factor.passkey.add')}` }).click()
    await field('factor.passkey.name').fill('Desk')
    await button('factor.step.submit').click()
    const confirmation = page.getByRole('dialog', { name: say('factor.confirm.title') })
    await confirmation.getByLabel(say('factor.confirm.password'), { exact: true }).fill(FIRST_PASSWORD)
    await picture(desk, '04b-confirm')
    await page.keyboard.press('Enter')
    await sees(say('factor.passkey.added'))
    await page
      .getByRole('list', { name: say('factor.passkey.list') })
      .getByText('Desk')
      .waitFor()
    await picture(desk, '04c-passkey-added')
    await logOut(desk)
    await button('auth.passkey').click()
    await isAt(desk, '/app/tokens')
    expect(await userOf(desk)).toBe(id)
  })

  test('has lost the password: the mailed link gives a new one, shown once', async () => {
    await logOut(desk)
    const { page, say, field, button, sees } = desk
    await page.getByRole('link', { name: say('auth.forgot') }).click()
    await field('auth.email').fill(EMAIL)
    await button('auth.reset.submit').click()
    await sees(say('auth.reset.sent', { email: EMAIL }))
    await page.goto(await scene.readMail(/http\S+\/user\/reset\S+/))
    await button('auth.reset.redeem').click()
    await sees(say('auth.reset.once'))
    password = (await page.locator('.copy-field code').textContent()) ?? ''
    await picture(desk, '07-new-password')
    await page.reload()
    expect(await page.getByText(password).count()).toBe(0)
    await page.getByRole('link', { name: say('auth.reset.back') }).click()

    await field('auth.username').fill(NAME)
    await field('auth.password').fill(FIRST_PASSWORD)
    await button('auth.submit').click()
    await page.locator('form').getByRole('alert').waitFor()
    await logInWith(desk, NAME, password)
    expect(await userOf(desk)).toBe(id)
  })

  test('logs out everywhere: the other browser is out too', async () => {
    const other = await scene.open('visitor', '/login?returnTo=/app/logs/api-usage')
    await logInWith(other, NAME, password)
    await desk.page.goto(`${scene.url}/app/me`)
    await desk.sees(desk.say('me.session.current'))
    await picture(desk, '08-sessions')
    await desk.button('me.session.all').click()
    await desk
      .dialog()
      .getByRole('button', { name: desk.say('me.session.all'), exact: true })
      .click()
    await isAt(desk, '/login')
    await other.button('action.refresh').click()
    await isAt(other, '/login')
    await other.sees(other.say('auth.expired'))
    await picture(other, '09-session-ended')
  })

  test('makes a token at the desk, and its key begins a long answer', async () => {
    await logInWith(desk, NAME, password)
    const { page, button, field, say, sees, dialog } = desk
    await page.goto(`${scene.url}/app/tokens?edit=new`)
    await field('token.name').fill('laptop')
    await page.getByLabel(say('token.quota'), { exact: true }).fill('3')
    await button('token.createOne').click()
    await sees(say('token.madeTitle'))
    const key = /sk-[0-9A-Za-z]{48}/.exec((await dialog().last().textContent()) ?? '')?.[0] ?? ''
    await button('token.done').click()
    stream = openLiveStream(scene.url, key, MODEL)
    await stream.hasBegun
    expect(stream.text()).toContain('word')
  })

  test('reads on the phone what an admin wrote, and the mark of the unread one goes', async () => {
    phone = await scene.open('visitor', '/login', { size: '390x844', stays: true })
    await picture(phone, '11-phone-login')
    await logInWith(phone, NAME, password)
    // Her ways in have changed: GitHub, the passkey, the new password.
    const bell = (count: number) => phone.page.getByRole('link', { name: phone.say('shell.inboxUnread', { count }) })
    await bell(3).waitFor()

    admin = await scene.open('admin', '/admin/messages?edit=new', { stays: true })
    await admin.field('message.name').fill(GREETING)
    await admin.field('message.content').fill('Your account is **ready**.\n\nCall models with your token:\n\n```bash\ncurl /v1/models\n```')
    await admin.field('message.searchUsers').fill(NAME)
    await admin.page.getByRole('checkbox', { name: new RegExp(`${NAME}$`) }).check()
    await picture(admin, '12-message')
    await admin.button('message.send').click()
    await admin.sees(admin.say('message.createdToast'))

    await phone.page.reload()
    await picture(phone, '13-phone-unread')
    await bell(4).click()
    await phone.page.getByRole('listitem').filter({ hasText: GREETING }).getByRole('button').click()
    await phone.page.getByRole('heading', { name: GREETING }).waitFor()
    await bell(3).waitFor()
    await picture(phone, '14-phone-message')
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })

  test('is found by the admin, who adds five dollars to the balance after seeing what that makes', async () => {
    const { page, say, field, button, sees, act, row, dialog } = admin
    await page.goto(`${scene.url}/admin/users`)
    await page.getByRole('searchbox', { name: say('user.search') }).fill(NAME)
    await row('maria').waitFor({ state: 'detached' })
    const before = (await record()).quota
    await act(EMAIL, 'user.adjust')
    await field('kit.quota.amount').fill(String(GIFT))
    await dialog()
      .locator('.sum-lines')
      .getByText(`$${(START + GIFT).toFixed(4)}`)
      .waitFor()
    await field('kit.quota.reason').fill('A good start')
    await picture(admin, '15-five-dollars')
    await button('kit.quota.addAmount', { amount: '$5.00' }).click()
    await sees(say('user.adjustedToast', { name: NAME }))
    expect((await record()).quota).toBe(before + GIFT * 500_000)
    await phone.page.goto(`${scene.url}/app/tokens`)
    await phone.sees('laptop')
    await picture(phone, '16-phone-tokens')
  })

  test('is banned while an answer still comes: the answer and the session end', async () => {
    const { say, act, dialog, sees, row, page } = admin
    const wordsBefore = stream.words()
    await expect.poll(stream.words).toBeGreaterThan(wordsBefore)
    await act(EMAIL, 'user.ban')
    await sees(say('user.confirmBan', { name: NAME }))
    await picture(admin, '17-ban')
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/user/manage'))
    await dialog()
      .getByRole('button', { name: say('user.ban'), exact: true })
      .click()
    await answered
    const wordsAtBan = stream.words()
    expect(await sessionStatus(phone, id)).toBe(401)
    await stream.hasEnded
    expect(stream.words() - wordsAtBan).toBeLessThan(MAX_WORDS_AFTER_BAN)
    expect(stream.text()).not.toContain('[DONE]')
    await sees(say('user.done.disable', { name: NAME }))
    await row(EMAIL).getByText(say('status.user.banned')).waitFor()
    await picture(admin, '18-banned')
    // The answer was charged for what came, and nothing stays set aside.
    await expect.poll(async () => (await record()).used_quota).toBeGreaterThan(0)
  })

  test('is out on the phone, and no way in is left', async () => {
    await phone
      .button('action.refresh')
      .or(phone.page.getByRole('link', { name: phone.say('shell.inbox') }))
      .first()
      .click()
    await isAt(phone, '/login')
    await phone.sees(phone.say('auth.expired'))
    await picture(phone, '19-phone-out')
    await phone.field('auth.username').fill(NAME)
    await phone.field('auth.password').fill(password)
    await phone.button('auth.submit').click()
    await phone.page.locator('form').getByRole('alert').waitFor()
    await picture(phone, '20-phone-refused')
    await goToSite(phone, 'GitHub')
    await agreeAs(phone, 'nora-codes')
    await phone.sees('This user is banned')
  })

  test('all of it stands in the audit log', async () => {
    const deeds = {
      [NAME]: [
        ...['Registered an account', 'Logged in', /Linked \w+ for login/, 'Added a passkey', 'Reset their own password'],
        ...['Ended all sessions', /Created token /],
      ],
      maria: [/Sent message /, /Changed user /],
    }
    const { page, row } = admin
    for (const [actor, words] of Object.entries(deeds)) {
      await page.goto(`${scene.url}/admin/audit?actor=${actor}&size=100`)
      for (const deed of words) await row(deed).filter({ hasText: actor }).first().waitFor()
      await picture(admin, `21-audit-${actor}`)
    }
    await page.goto(`${scene.url}/admin/audit?action=user.update&target=${id}`)
    await row(/Changed user /)
      .first()
      .getByRole('button', { name: admin.say('action.expand') })
      .click()
    await picture(admin, '22-audit-change')
    expect(await page.locator('.audit-fields').first().innerText()).toContain('A good start')
    const narrow = await scene.open('admin', `/admin/audit?actor=${NAME}`, { size: '390x844' })
    await picture(narrow, '23-phone-audit')
    expect(await narrow.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })

  const record = () => scene.root.call<User>('GET', `/api/user/${id}`)
})
