/// <reference lib="dom" />
// The wallet: codes, check-ins, invitations, and buying quota from a stand-in of an Epay site.
import type { Self } from '@waystation/contract/people/user'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentAddress } from '../../console/src/features/wallet/pay/payment-address.ts'
import { errorMessage } from '../../contract/src/errors.ts'
import { type Size, siteZone } from './browser.ts'
import { EPAY_ID, EPAY_KEY, type FakeEpay, openFakeEpay } from './fake-epay.ts'
import type { Member } from './filling.ts'
import { openScene, type Scene, type Screen } from './scene.ts'

const DOLLAR = 500_000

let scene: Scene
let epay: FakeEpay
beforeAll(async () => {
  epay = await openFakeEpay()
  scene = await openScene()
  await scene.root.confirm('secret_options')
  await setOptions({ ServerAddress: scene.url, RegisterEnabled: 'true' })
})
afterAll(async () => {
  await scene?.close()
  epay?.close()
})

async function setOptions(options: Readonly<Record<string, string>>): Promise<void> {
  for (const [key, value] of Object.entries(options)) await scene.root.call('PUT', '/api/option/', { key, value })
}
/** The shop sells by Alipay and WeChat Pay. */
const openShop = () => setOptions({ PayAddress: epay.url, EpayId: EPAY_ID, EpayKey: EPAY_KEY })
const closeShop = () => setOptions({ EpayId: '', TopUpLink: '' })

const openWallet = (size: Size = '1440x900', path = '/app/wallet') => scene.open('user', path, { size })
const balanceOf = async (member: Member) => (await scene.facts.members[member].client.call<Self>('GET', '/api/user/self')).quota
const inDollars = (units: number) => `$${(units / DOLLAR).toFixed(2)}`
const panel = ({ page, say }: Screen, title: string) => page.getByRole('region', { name: say(title), exact: true })

/** A code that an admin makes. */
async function makeCode(draft: object = {}): Promise<string> {
  const [code = ''] = await scene.root.call<string[]>('POST', '/api/redemption/', { name: 'spring', quota: DOLLAR, ...draft })
  return code
}

async function redeem({ page, say, button }: Screen, code: string): Promise<void> {
  await page.getByRole('textbox', { name: say('wallet.code'), exact: true }).fill(code)
  await button('wallet.redeem').click()
}

test('each code that does not count is told in its own words at the field', async () => {
  const screen = await openWallet()
  const { page, say } = screen
  const field = page.getByRole('textbox', { name: say('wallet.code'), exact: true })
  const says = async (code: string, sentence: string) => {
    await redeem(screen, code)
    await panel(screen, 'wallet.redeemTitle').getByRole('alert').getByText(sentence, { exact: true }).waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
  }
  const now = Math.floor(Date.now() / 1000)
  await makeCode({ name: 'stopped', key: 'STOPPED-1' })
  const { items } = await scene.root.call<{ items: { id: number }[] }>('GET', '/api/redemption/search?keyword=stopped')
  await scene.root.call('PUT', '/api/redemption/batch-disable', { ids: items.map(({ id }) => id) })
  const taken = await makeCode()
  const gift = await makeCode({ is_gift: true, max_uses: 1 })
  for (const key of [taken, gift]) await scene.facts.members.admin.client.call('POST', '/api/user/topup', { key })
  await says('', say('wallet.codeEmpty'))
  await says('nothing-like-it', errorMessage('redemption_invalid', {}, 'en'))
  await says('STOPPED-1', errorMessage('redemption_disabled', {}, 'en'))
  await says(await makeCode({ valid_from: now + 3600 }), errorMessage('redemption_not_yet', {}, 'en'))
  await says(await makeCode({ valid_from: now - 7200, valid_until: now - 3600 }), errorMessage('redemption_expired', {}, 'en'))
  await says(taken, errorMessage('redemption_used', {}, 'en'))
  await says(gift, errorMessage('redemption_exhausted', {}, 'en'))
  expect(await field.inputValue()).toBe(gift)
  await field.fill('another')
  expect(await field.getAttribute('aria-invalid')).toBe('false')
})

test('a code and a gift code are credited, and stand in the history; a second time the gift was used by you', {
  tags: 'main',
}, async () => {
  const screen = await openWallet()
  const { sees, say } = screen
  const before = await balanceOf('user')
  await redeem(screen, await makeCode({ name: 'a single one' }))
  await sees(say('wallet.redeemed', { amount: '$1.00' }))
  const gift = await makeCode({ name: 'for everybody', is_gift: true, quota: 2 * DOLLAR })
  await redeem(screen, gift)
  await sees(say('wallet.redeemedGift', { amount: '$2.00' }))
  expect(await balanceOf('user')).toBe(before + 3 * DOLLAR)
  await screen.page
    .locator('.balance-figure')
    .getByText(inDollars(before + 3 * DOLLAR))
    .waitFor()
  const row = screen.row('for everybody')
  await row.waitFor()
  expect(await row.innerText()).toMatch(/Gift code[\s\S]*Credited[\s\S]*–[\s\S]*\+\$2\.00/)
  await screen.row('a single one').waitFor()
  await redeem(screen, gift)
  await sees(errorMessage('redemption_used_by_you', {}, 'en'))
  await panel(screen, 'wallet.history').getByText(say('wallet.kinds.paid'), { exact: true }).click()
  await row.waitFor({ state: 'detached' })
})

test('check-ins show once they are on, and give their reward once a day', async () => {
  const off = await openWallet()
  expect(await panel(off, 'wallet.checkIn.title').count()).toBe(0)
  await setOptions({ CheckInEnabled: 'true', CheckInQuota: '15000' })
  const screen = await openWallet()
  const { page, say, sees, button } = screen
  const before = await balanceOf('user')
  await sees(say('wallet.checkIn.each', { amount: '$0.03' }))
  expect(await page.locator('.rewards-days .to-take').count()).toBe(1)
  await button('wallet.checkIn.button').click()
  await sees(say('wallet.checkIn.toast', { amount: '$0.03' }))
  await button('wallet.checkIn.already').waitFor()
  expect(await button('wallet.checkIn.already').isDisabled()).toBe(true)
  await sees('+$0.03')
  await sees(say('wallet.checkIn.zone', { zone: siteZone }))
  expect(await page.locator('.rewards-days .to-take').count()).toBe(0)
  expect(await balanceOf('user')).toBe(before + 15_000)
})

test('one’s own page has the check-in and the invitation too', async () => {
  for (const size of ['1440x900', '390x844'] as const) {
    const screen = await openWallet(size, '/app/me')
    await panel(screen, 'wallet.checkIn.title').waitFor()
    await panel(screen, 'wallet.invite.title').waitFor()
    await screen.button('wallet.checkIn.already').waitFor()
    expect(screen.watched.takeTroubles()).toEqual([])
    await screen.context.close()
  }
})

test('the invitation link leads to the registration; what it brings is moved to the balance, from a dollar on', async () => {
  await setOptions({ QuotaForInviter: String(2 * DOLLAR), QuotaForInvitee: String(DOLLAR) })
  const screen = await openWallet()
  const { page, say, button, field, sees, dialog } = screen
  const link = (await page.locator('.rewards-invite code').textContent()) ?? ''
  expect(link).toMatch(new RegExp(`^${scene.url}/register\\?aff=\\w+$`))
  expect(await button('wallet.invite.transfer').isDisabled()).toBe(true)
  await sees(say('wallet.invite.nothing'))
  const friend = await scene.open('visitor', link.slice(scene.url.length))
  await friend.sees(say('auth.register.invited', { amount: '$1.00' }))
  await friend.field('auth.register.username').fill('friend')
  await friend.field('auth.password').fill('a long password 1')
  await friend.field('auth.register.repeat').fill('a long password 1')
  await friend.button('auth.register.submit').click()
  await friend.page.waitForURL('**/login')
  await page.reload()
  await sees(say('wallet.invite.peopleCount_one', { count: 1 }))
  const before = await balanceOf('user')
  await button('wallet.invite.transfer').click()
  const send = dialog().getByRole('button', { name: say('wallet.invite.transfer'), exact: true })
  await field('wallet.invite.amount').fill('0.5')
  await send.click()
  await dialog()
    .getByRole('alert')
    .filter({ hasText: say('wallet.invite.least', { amount: '$1.00' }) })
    .waitFor()
  await field('wallet.invite.amount').fill('2.5')
  await send.click()
  await sees(say('wallet.invite.most', { amount: '$2.00' }))
  await field('wallet.invite.amount').fill('1.5')
  await send.click()
  await sees(say('wallet.invite.transferred'))
  expect(await balanceOf('user')).toBe(before + 1.5 * DOLLAR)
  await page.locator('.rewards-transferable').getByText('$0.50').waitFor()
  await setOptions({ AffEnabled: 'false' })
  const without = await openWallet()
  expect(await panel(without, 'wallet.invite.title').count()).toBe(0)
  await setOptions({ AffEnabled: 'true' })
})

test('where nothing is sold the page says so, or leads to where it is', async () => {
  await closeShop()
  const { page: bare, sees, say } = await openWallet()
  await sees(say('wallet.notEnabled'))
  // Who can do nothing about it does not read of it; the super admin is led to the option.
  expect(await bare.getByText(say('wallet.noLink')).count()).toBe(0)
  const owner = await scene.open('root', '/app/wallet')
  await owner.sees(owner.say('wallet.noLink'))
  await owner.page.getByRole('link', { name: owner.say('wallet.setLink') }).click()
  await owner.page.waitForURL('**/admin/settings?**')
  await owner.page.getByLabel('Top-up link').first().waitFor()
  await setOptions({ TopUpLink: 'https://shop.example/top-up' })
  const { page } = await openWallet()
  for (const name of ['wallet.topUpElsewhere', 'wallet.buyCode'])
    expect(await page.getByRole('link', { name: say(name) }).getAttribute('href')).toBe('https://shop.example/top-up')
})

test('who joined by the link stands on a page of its own, with what each brought and what still waits', async () => {
  await setOptions({ QuotaForInviter: String(2 * DOLLAR), 'aff_setting.after_first_payment_enabled': 'true' })
  const code = await scene.facts.members.user.client.call<string>('GET', '/api/user/aff')
  const password = 'a long password 7'
  await scene.root.call('POST', '/api/user/register', { username: 'waits', password, password2: password, aff_code: code })
  const screen = await openWallet()
  const { page, say } = screen
  await page.getByRole('link', { name: say('wallet.invited.title') }).click()
  await page.waitForURL('**/app/wallet/invitations')
  const row = screen.row('wa***')
  await row.waitFor()
  expect(await row.innerText()).toMatch(new RegExp(`\\$2\\.00 ${say('wallet.invited.due')}`))
  await screen.sees(say('wallet.invite.bothLater', { mine: '$2.00', theirs: '$1.00' }))
  const phone = await openWallet('390x844', '/app/wallet/invitations')
  await phone.page.getByRole('listitem').filter({ hasText: 'wa***' }).waitFor()
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(phone.watched.takeTroubles()).toEqual([])
  await setOptions({ 'aff_setting.after_first_payment_enabled': 'false' })
})

test('a year stands there as a calendar, whole on a phone too, and a month leads to its statement', async () => {
  for (const size of ['390x844', '1440x900'] as const) {
    const { page, say, watched } = await openWallet(size)
    const table = page.getByRole('table', { name: say('wallet.year.title') })
    await table.waitFor()
    expect(await table.getByRole('row').count()).toBe(12)
    const [box, width] = [await table.locator('.year-days').last().boundingBox(), Number(size.split('x')[0])]
    expect((box?.x ?? width) + (box?.width ?? width)).toBeLessThanOrEqual(width)
    expect((box?.width ?? 0) / 31).toBeGreaterThanOrEqual(6)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await table.getByRole('link').last().click()
    await page.waitForURL(/\/app\/wallet\/statement\?month=\d{4}-\d{2}$/)
    expect(watched.takeTroubles()).toEqual([])
  }
})

test('the price follows what is typed; an amount that equals a card chooses it, and one below the minimum is refused', async () => {
  await openShop()
  await setOptions({ MinTopUp: '5', TopupGroupRatio: '{"default":0.9}' })
  const screen = await openWallet()
  const { page, say, field, button, sees } = screen
  await button('wallet.pay', { price: '¥328.50' }).waitFor()
  expect(await page.getByRole('radio', { name: '$50 ¥328.50' }).isChecked()).toBe(true)
  const other = field('wallet.otherAmount')
  for (const [typed, price] of [
    ['7', '¥45.99'],
    ['1234', '¥8,107.38'],
    ['200', '¥1,314.00'],
  ] as const) {
    const asked = page.waitForResponse((response) => response.url().endsWith('/api/user/amount') && response.ok())
    await other.fill(typed)
    await button('wallet.pay', { price }).waitFor()
    await asked
    await button('wallet.pay', { price }).waitFor()
  }
  expect(await page.getByRole('radio', { name: '$200 ¥1,314.00' }).isChecked()).toBe(true)
  await other.fill('4')
  await sees(say('wallet.belowLeast', { amount: '$5' }))
  expect(await button('wallet.pay', { price: '–' }).isDisabled()).toBe(true)
  expect(screen.watched.takeTroubles()).toEqual([])
  await setOptions({ MinTopUp: '1', TopupGroupRatio: '{}' })
})

/** Opens the page of the payment service from the dialog, in a new tab. */
async function openPayPage({ page, context, dialog, say }: Screen) {
  const opened = context.waitForEvent('page')
  await dialog()
    .getByRole('button', { name: say('kit.pay.openPage') })
    .click()
  const tab = await opened
  await tab.getByRole('heading').waitFor()
  await page.bringToFront()
  return tab
}

test('an order is paid on the page of the payment service; the dialog sees it, and the balance has grown by it', {
  tags: 'main',
}, async () => {
  await openShop()
  const screen = await openWallet()
  const { page, say, button, dialog, sees } = screen
  const before = await balanceOf('user')
  await button('wallet.pay', { price: '¥365.00' }).click()
  await dialog().getByText(say('kit.pay.waiting')).waitFor()
  expect(await dialog().innerText()).toMatch(/¥365\.00[\s\S]*\$50\.00[\s\S]*50 × ¥7\.30/)
  const tab = await openPayPage(screen)
  expect(await tab.getByRole('heading').textContent()).toBe('alipay 365.00')
  expect(epay.forms.at(-1)?.method).toBe('POST')
  await tab.getByRole('link', { name: 'Pay' }).click()
  await tab.waitForURL(/\/app\/wallet\/topup-success\?order=\d+/)
  expect(epay.answers.at(-1)).toBe('success')
  await sees(say('wallet.paid', { balance: inDollars(before + 50 * DOLLAR) }))
  expect(await balanceOf('user')).toBe(before + 50 * DOLLAR)
  await dialog()
    .getByRole('button', { name: say('action.close') })
    .last()
    .click()
  const row = screen.row('¥365.00')
  expect(await row.innerText()).toMatch(/Alipay[\s\S]*Credited[\s\S]*\+\$50\.00/)
  await page
    .locator('.balance-figure')
    .getByText(inDollars(before + 50 * DOLLAR))
    .waitFor()
  // Coming back from the payment service credits nothing by itself; the page says what came of it.
  await tab.getByText(say('wallet.success.credited', { amount: '$50.00' })).waitFor()
  await tab.getByText(say('wallet.success.balance', { balance: inDollars(before + 50 * DOLLAR) })).waitFor()
  expect(await tab.getByRole('link', { name: say('wallet.success.toHome') }).getAttribute('href')).toBe('/')
  await tab.getByRole('link', { name: say('wallet.success.toWallet') }).click()
  await tab.waitForURL('**/app/wallet')
  expect(await balanceOf('user')).toBe(before + 50 * DOLLAR)
})

test('an order that is placed at the desk is paid on the phone that scans its code', async () => {
  await openShop()
  const desk = await openWallet()
  const { page, say, button, field, dialog, sees } = desk
  const before = await balanceOf('user')
  await field('wallet.otherAmount').fill('12')
  const placed = page.waitForResponse((response) => response.url().endsWith('/api/user/pay'))
  await button('wallet.pay', { price: '¥87.60' }).click()
  await dialog()
    .getByRole('img', { name: say('wallet.scanToPay') })
    .waitFor()
  const { url, data } = (await (await placed).json()) as { url: string; data: Record<string, string> }
  const phone = await scene.open('visitor', '/login', { size: '390x844' })
  await phone.page.goto(paymentAddress({ url, fields: data }))
  expect(await phone.page.getByRole('heading').textContent()).toBe('alipay 87.60')
  expect(epay.forms.at(-1)).toMatchObject({ method: 'GET', fields: data })
  await phone.page.getByRole('link', { name: 'Pay' }).click()
  await sees(say('wallet.paid', { balance: inDollars(before + 12 * DOLLAR) }))
  expect(await balanceOf('user')).toBe(before + 12 * DOLLAR)
})

test('an order that is left opens again from the history, under the same number and price', async () => {
  await openShop()
  const screen = await openWallet()
  const { page, say, button, field, dialog, sees } = screen
  const before = await balanceOf('user')
  await page.getByRole('radio', { name: say('wallet.methods.wx') }).check()
  await field('wallet.otherAmount').fill('11')
  await button('wallet.pay', { price: '¥80.30' }).click()
  await openPayPage(screen)
  const first = epay.forms.at(-1)?.fields
  await dialog()
    .getByRole('button', { name: say('kit.pay.later') })
    .click()
  await setOptions({ Price: '9' })
  const row = screen.row('¥80.30')
  await row.getByRole('button', { name: new RegExp(`^${say('wallet.statuses.pending')}`) }).click()
  await dialog().getByText('¥80.30').waitFor()
  const tab = await openPayPage(screen)
  expect(epay.forms.at(-1)?.fields).toEqual(first)
  // Before it is paid: afterwards the dialog may have asked by itself, and has no such button any more.
  await dialog()
    .getByRole('button', { name: say('kit.pay.check') })
    .click()
  await tab.getByRole('link', { name: 'Pay' }).click()
  await tab.waitForURL(/\/app\/wallet\/topup-success\?order=\d+/)
  // By itself, within its seconds.
  await sees(say('wallet.paid', { balance: inDollars(before + 11 * DOLLAR) }))
  expect(await balanceOf('user')).toBe(before + 11 * DOLLAR)
  await setOptions({ Price: '7.3' })
})

test('on a phone the price and its button stay at the bottom while the amounts are in view', async () => {
  await openShop()
  const screen = await openWallet('390x844')
  const { page, button, say } = screen
  const bar = page.locator('.wallet-pay-bar')
  const box = await bar.boundingBox()
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844)
  expect(box?.height).toBeGreaterThanOrEqual(68)
  await page.getByRole('radio', { name: '$20 ¥146.00' }).check()
  await button('wallet.pay', { price: '¥146.00' }).waitFor()
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(isWide).toBe(false)
  await panel(screen, 'wallet.history').getByText(say('wallet.methods.wx')).first().scrollIntoViewIfNeeded()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await bar.waitFor({ state: 'detached' })
})

test('the menu, the palette and the user menu lead to the wallet', async () => {
  const { page, say, button, watched } = await openWallet('1440x900', '/app/tokens')
  await page.getByRole('link', { name: say('shell.wallet'), exact: true }).click()
  await page.waitForURL('**/app/wallet')
  await page.goto(`${scene.url}/app/tokens`)
  await watched.settled()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(say('palette.placeholder')).fill('wallet')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/wallet')
  await page.goto(`${scene.url}/app/tokens`)
  await watched.settled()
  await button('shell.userMenu').or(page.locator('.user-button')).first().click()
  await page.getByRole('menuitem', { name: say('shell.wallet') }).click()
  await page.waitForURL('**/app/wallet')
})
