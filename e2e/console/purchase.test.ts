/// <reference lib="dom" />
// A month of somebody's money from the first purchase to the statement: whatever came and went is found in it, to the unit.
import { readFileSync } from 'node:fs'
import type { Statement } from '@waystation/contract/money/statement'
import type { TopUpOrder } from '@waystation/contract/money/top-up'
import type { Token } from '@waystation/contract/people/token'
import type { Self } from '@waystation/contract/people/user'
import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from '../../server/src/testing/console-client.ts'
import { type Size, siteZone } from './browser.ts'
import { EPAY_ID, EPAY_KEY, type FakeEpay, openFakeEpay } from './fake-epay.ts'
import { type FakeStripe, openFakeStripe, STRIPE_KEY, STRIPE_WEBHOOK_SECRET } from './fake-stripe.ts'
import type { Member } from './filling.ts'
import { openScene, type Scene, type Screen } from './scene.ts'

const DOLLAR = 500_000
const CALLS = 4

let scene: Scene
let epay: FakeEpay
let stripe: FakeStripe

beforeAll(async () => {
  epay = await openFakeEpay()
  stripe = await openFakeStripe(() => scene.url)
  scene = await openScene({ stripeApi: new URL(stripe.url) })
  await scene.root.confirm('secret_options')
  const options = {
    ...{ ServerAddress: scene.url, RegisterEnabled: 'true', PayAddress: epay.url, EpayId: EPAY_ID, EpayKey: EPAY_KEY },
    ...{ StripeSecretKey: STRIPE_KEY, StripeWebhookSecret: STRIPE_WEBHOOK_SECRET },
    ...{ QuotaForInviter: String(2 * DOLLAR), RebateEnabled: 'true', RebatePercentage: '10' },
    ...{ CheckInEnabled: 'true', CheckInQuota: '12345' },
  }
  for (const [key, value] of Object.entries(options)) await scene.root.call('PUT', '/api/option/', { key, value })
})
afterAll(async () => {
  await scene?.close()
  epay?.close()
  stripe?.close()
})

const clientOf = (member: Member) => scene.facts.members[member].client
const balanceOf = async (member: Member) => (await clientOf(member).call<Self>('GET', '/api/user/self')).quota

/** Buys ten dollars in the wallet: the service's page opens in a tab of its own, and the dialog sees the payment. */
async function buy(screen: Screen, method: 'zfb' | 'stripe'): Promise<void> {
  const { page, context, say, field, dialog, sees } = screen
  await page.getByRole('radio', { name: say(`wallet.methods.${method}`) }).check()
  await field('wallet.otherAmount').fill('10')
  await page.getByRole('button', { name: say('wallet.pay', { price: method === 'stripe' ? '$10.00' : '¥73.00' }), exact: true }).click()
  const opened = context.waitForEvent('page')
  await dialog()
    .getByRole('button', { name: say('kit.pay.openPage') })
    .click()
  const tab = await opened
  await tab.getByRole('link', { name: 'Pay' }).click()
  await tab.waitForURL(/\/app\/wallet\/topup-success\?order=\d+/)
  await page.bringToFront()
  await sees(/Paid\. Your balance is now/)
  await tab.close()
  await dialog()
    .getByRole('button', { name: say('action.close') })
    .last()
    .click()
}

async function redeemGift(screen: Screen): Promise<void> {
  const draft = { name: 'A gift for all', is_gift: true, quota: 3 * DOLLAR + 1 }
  const [code = ''] = await scene.root.call<string[]>('POST', '/api/redemption/', draft)
  await screen.page.getByRole('textbox', { name: screen.say('wallet.code'), exact: true }).fill(code)
  await screen.button('wallet.redeem').click()
  await screen.sees(screen.say('wallet.redeemedGift', { amount: '$3.00' }))
}

/** A friend registers by the link of the wallet, and buys ten dollars. */
async function inviteFriend(screen: Screen, name: string): Promise<void> {
  const link = (await screen.page.locator('.rewards-invite code').textContent()) ?? ''
  const friend = await scene.open('visitor', link.slice(scene.url.length))
  await friend.field('auth.register.username').fill(name)
  await friend.field('auth.password').fill('a long password 1')
  await friend.field('auth.register.repeat').fill('a long password 1')
  await friend.button('auth.register.submit').click()
  await friend.page.waitForURL('**/login')
  await friend.context.close()
  const client = await logIn(scene.url, { username: name, password: 'a long password 1' })
  const { body } = await client.ask('POST', '/api/user/pay', { amount: 10, payment_method: 'zfb' })
  const form = new URLSearchParams(body.data as Record<string, string>)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  await (await request(`${epay.url}/submit.php`, { method: 'POST', headers, body: form.toString() })).body.dump()
  await (await request(`${epay.url}/paid`)).body.dump()
}

/** Moves a dollar and a half of what the invitation brought to the balance. */
async function transfer({ page, button, field, dialog, say, sees }: Screen): Promise<void> {
  await page.reload()
  await button('wallet.invite.transfer').click()
  await field('wallet.invite.amount').fill('1.5')
  await dialog()
    .getByRole('button', { name: say('wallet.invite.transfer'), exact: true })
    .click()
  await sees(say('wallet.invite.transferred'))
}

async function makeCalls(member: Member): Promise<void> {
  const { key } = await clientOf(member).call<Token>('POST', '/api/token/', { name: 'purchases', unlimited_quota: true })
  for (let at = 0; at < CALLS; at += 1) expect(await scene.callModel(`sk-${key}`, 'gpt-5-mini', `#in:${100 + at} #out:20 hello`)).toBe(200)
}

/** The super admin gives the card's payment back. */
async function refundCard(userId: number): Promise<void> {
  const { items } = await scene.root.call<{ items: TopUpOrder[] }>('GET', '/api/topup/?p=1&page_size=100')
  const order = items.find((one) => one.user_id === userId && one.gateway === 'stripe')
  await scene.root.call('POST', `/api/topup/${order?.id}/refund`)
}

/** All lines that the table shows, unfolded, in millionths of a dollar. */
async function linesOf({ page }: Screen): Promise<{ in: number; out: number }> {
  const folded = page.locator('.statement-table button.statement-fold[aria-expanded="false"]')
  while ((await folded.count()) > 0) await folded.first().click()
  return page.evaluate(() => {
    const millionths = (row: Element, side: string) => {
      const text = row.querySelector(`td.${side}`)?.textContent ?? ''
      const sign = text.startsWith(side === 'in' ? '−' : '+') ? -1 : 1
      return text === '' ? 0 : sign * Math.round(Number(text.replace(/[^\d.]/g, '')) * 1e6)
    }
    const rows = [...document.querySelectorAll('.statement-line, .statement-cause:not(:has(button.statement-fold))')]
    const sum = (side: string) => rows.reduce((total, row) => total + millionths(row, side), 0)
    return { in: sum('in'), out: sum('out') }
  })
}

/** In and out of a downloaded statement, and its two balances, in quota units. */
function addUp(csv: string): { in: number; out: number; opening: number; closing: number } {
  const rows = csv
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','))
  const sum = (column: number) => rows.slice(1, -1).reduce((total, row) => total + Number(row[column]), 0)
  return { in: sum(5), out: sum(6), opening: Number(rows[0]?.[9]), closing: Number(rows.at(-1)?.[9]) }
}

const cases: [Size, Member][] = [
  ['1440x900', 'user'],
  ['390x844', 'admin'],
]

test.each(cases)('at %s everything that moved stands in the statement, to the unit', async (size, member) => {
  const client = clientOf(member)
  const screen = await scene.open(member, '/app/wallet', { size })
  const { page, say, button } = screen
  await buy(screen, 'zfb')
  await buy(screen, 'stripe')
  await redeemGift(screen)
  await inviteFriend(screen, `friend-of-${member}`.slice(0, 12))
  await transfer(screen)
  await client.call('POST', '/api/user/check_in')
  await makeCalls(member)
  await refundCard(client.userId)
  expect(stripe.refunds.at(-1)).toMatch(/^pi_\d+$/)

  await page.reload()
  await screen.watched.settled()
  await button('statement.title').click()
  await page.waitForURL('**/app/wallet/statement')
  await screen.sees(say('statement.agrees'))
  const balance = await balanceOf(member)
  const shown = await client.call<Statement>('GET', '/api/user/statement')
  const spent = shown.causes.find(({ cause }) => cause === 'call')?.out ?? 0
  expect(shown).toMatchObject({ opening: 0, closing: balance, ledger: balance })
  expect(spent).toBeGreaterThan(0)
  expect(shown.causes.map((cause) => [cause.cause, cause.entries, cause.in, cause.out])).toEqual([
    ['top_up', 2, 20 * DOLLAR, 0],
    ['code', 1, 3 * DOLLAR + 1, 0],
    ['check_in', 1, 12_345, 0],
    ['rebate', 1, DOLLAR, 0],
    ['transfer', 1, 1.5 * DOLLAR, 0],
    ['grant', 1, 100 * DOLLAR, 0],
    ['refund', 1, 0, 10 * DOLLAR],
    ['call', CALLS, 0, spent],
  ])
  expect(shown.calls).toEqual({ models: [{ model: 'gpt-5-mini', calls: CALLS, quota: spent }], corrected: 0, elsewhere: 0 })
  expect(shown.invitation).toMatchObject({ in: 2 * DOLLAR, out: 1.5 * DOLLAR, closing: 0.5 * DOLLAR, ledger: 0.5 * DOLLAR })

  // No figure of what came or went stands in the place of a balance, and no reader meets a code of the ledger alone.
  expect(await page.locator('.statement-balance :is(.in, .out)').allTextContents()).toEqual(['', '', '', ''])
  expect(await page.locator('.statement-table').innerText()).not.toContain(':*')
  await page
    .getByText(say('statement.zone', { zone: siteZone }))
    .filter({ visible: true })
    .first()
    .waitFor()

  // What the eye sees adds up, and is what the account has.
  const lines = await linesOf(screen)
  expect([lines.in, lines.out]).toEqual([shown.in * 2, shown.out * 2])
  const exact = `$${(balance / DOLLAR).toFixed(6)}`
  expect(await page.locator('.statement-balance.closing .balance').textContent()).toBe(exact)
  expect(await page.locator('.statement-proof .sum-lines').innerText()).toContain(exact)
  if (size === '1440x900') {
    await expect.poll(async () => await page.locator('.top-bar').innerText()).toContain(`$${(balance / DOLLAR).toFixed(2)}`)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)

  // The file adds up to the same.
  for (const key of ['statement.csvEntries', 'statement.csvDays']) {
    await page.getByRole('button', { name: new RegExp(`^${say('statement.csv')}`) }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: say(key) }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(new RegExp(`^statement-${client.userId}-\\d{4}-\\d{2}(-days)?\\.csv$`))
    const sums = addUp(readFileSync(await file.path(), 'utf8'))
    expect(sums).toEqual({ in: shown.in, out: shown.out, opening: 0, closing: balance })
  }

  await onPaper(screen)
  expect(screen.watched.takeTroubles()).toEqual([])
})

/** The page as it is printed: the table and the proof, unfolded, on A4, and nothing of the console. */
async function onPaper({ page, say }: Screen): Promise<void> {
  await page.reload()
  await page.getByText(say('statement.agrees')).waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  for (const gone of ['.top-bar', '.side-menu', '.statement-actions', '.statement-chart'])
    expect(await page.locator(gone).first().isVisible(), gone).toBe(false)
  expect(await page.locator('.statement-table').isVisible()).toBe(true)
  expect(await page.locator('.statement-proof').isVisible()).toBe(true)
  const month = new Date().toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: siteZone })
  expect(await page.locator('.page-subtitle').innerText()).toContain(`Waystation · ${month}`)
  expect(await page.locator('button.statement-fold[aria-expanded="false"]').count()).toBe(0)
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  const folder = process.env.SCREENS_FOLDER
  const pdf = await page.pdf({ preferCSSPageSize: true, ...(folder ? { path: `${folder}/statement.pdf` } : {}) })
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  // A4 in points.
  expect(pdf.toString('latin1')).toMatch(/MediaBox ?\[0 0 59[45](\.\d+)? 84[12](\.\d+)?\]/)
  await page.emulateMedia({ media: 'screen' })
}

test('an admin opens the statement of a user by the menu of the row, and steps to a month without anything', async () => {
  const screen = await scene.open('root', '/admin/users')
  const { page, say } = screen
  const { username, client } = scene.facts.members.user
  await screen.act(`${username}@example.com`, 'user.statement')
  await page.waitForURL(`**/admin/users/${client.userId}/statement`)
  await screen.sees(`${username} #${client.userId}`)
  await screen.sees(say('statement.agrees'))
  const before = page.getByRole('button', { name: say('statement.earlier') })
  expect(await before.isDisabled()).toBe(true)
  await page.goto(`${scene.url}/admin/users/${client.userId}/statement?month=2024-02`)
  await screen.sees(say('statement.nothing'))
  await page.getByRole('button', { name: 'February 2024' }).waitFor()
  await page.goto(`${scene.url}/admin/users/999999/statement`)
  await page
    .getByText(/not found|does not exist/i)
    .first()
    .waitFor()
})

test('the keyboard unfolds a cause, copies a ref and opens the menu of the file', async () => {
  const screen = await scene.open('user', '/app/wallet/statement')
  const { page, say } = screen
  await screen.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const fold = page.getByRole('button', { name: say('statement.fold', { cause: say('statement.causes.top_up') }) })
  await fold.focus()
  await page.keyboard.press('Enter')
  const unfold = page.getByRole('button', { name: say('statement.unfold', { cause: say('statement.causes.top_up') }) })
  await unfold.waitFor()
  await page.keyboard.press('Space')
  await fold.waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^(epay|stripe):\d+$/)
  const csv = page.getByRole('button', { name: new RegExp(`^${say('statement.csv')}`) })
  await csv.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: say('statement.csvDays') }).waitFor()
})
