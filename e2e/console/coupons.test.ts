// Money in, as admins see it: redemption codes from the batch to their end, orders with a refund, and the options of payment.
/// <reference lib="dom" />
import type { ListedRedemption } from '@waystation/contract/money/redemption'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeEpay, openEpay, order, pay } from './filling-money.ts'
import { openScene, type Scene, type Screen } from './scene.ts'

const UNIT = 500_000

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene.close())

const codesNamed = async (name: string) =>
  (
    await scene.root.call<{ items: ListedRedemption[] }>(
      'GET',
      `/api/redemption/search?p=1&page_size=100&keyword=${encodeURIComponent(name)}`,
    )
  ).items
const make = (fields: object) => scene.root.call<string[]>('POST', '/api/redemption/', { quota: UNIT, ...fields })
const clipboard = ({ page }: Screen) => page.evaluate(() => navigator.clipboard.readText())
const confirmBy = (screen: Screen, key: string) =>
  screen
    .dialog()
    .getByRole('button', { name: screen.say(key), exact: true })
    .last()
    .click()

async function coupons(query = ''): Promise<Screen> {
  const screen = await scene.open('admin', `/admin/coupons${query}`)
  await screen.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  return screen
}

test('twenty codes without a name are called after their quota, and are copied one by one, all together and as a file', async () => {
  const screen = await coupons()
  const { page, say } = screen
  await page.getByText(say('coupon.emptyTitle')).waitFor()
  await screen.button('coupon.create').first().click()
  await screen.dialog().getByRole('button', { name: '$10', exact: true }).click()
  await screen.field('coupon.count').fill('20')
  await screen.button('coupon.createMany').click()
  await screen.sees(say('coupon.madeTitle_other', { count: 20 }))
  const made = await codesNamed('$10.00')
  expect(made).toHaveLength(20)
  expect(new Set(made.map(({ name, quota, is_gift, max_uses }) => JSON.stringify([name, quota, is_gift, max_uses])))).toEqual(
    new Set([JSON.stringify(['$10.00', 10 * UNIT, false, -1])]),
  )
  await screen.dialog().getByText('$200.00', { exact: true }).waitFor()
  await screen.button('kit.codes.copyAll_other', { count: 20 }).click()
  await expect.poll(async () => (await clipboard(screen)).split('\n').toSorted()).toEqual(made.map(({ key }) => key).toSorted())
  await screen.button('kit.codes.copy', { number: 3 }).click()
  await screen.dialog().getByText(say('action.copied'), { exact: true }).waitFor()
  expect(made.map(({ key }) => key)).toContain(await clipboard(screen))
  await page.getByText(say('kit.codes.named'), { exact: true }).click()
  const download = page.waitForEvent('download')
  await screen.dialog().getByRole('button', { name: 'TXT' }).click()
  expect((await download).suggestedFilename()).toBe('$10.00.txt')
  await screen
    .dialog()
    .getByRole('button', { name: say('action.close'), exact: true })
    .last()
    .click()
  await screen.sees(say('coupon.subtitle', { total: 20, available: 20, redeemed: '$0.00' }))
  await screen.row('$10.00').first().waitFor()
  expect(screen.watched.takeTroubles()).toEqual([])
})

test('a code of one’s own is one code; a gift has a limit; what was made wrong is said at its field and nothing is made', async () => {
  const screen = await coupons('?edit=new')
  const { say } = screen
  await screen.field('coupon.name').fill('Spring gift')
  await screen.field('coupon.count').fill('7')
  await screen.field('coupon.ownKey').fill('  SPRING-26  ')
  await screen.sees(say('form.notNow', { reason: say('coupon.countOne') }))
  await screen.field('coupon.isGift').click()
  await screen.field('coupon.maxUses').fill('0')
  await screen.button('coupon.createMany').click()
  await screen.sees('Uses must be more than 0, or -1 for no limit')
  expect(await codesNamed('Spring gift')).toEqual([])
  await screen.field('coupon.maxUses').fill('200')
  await screen.button('coupon.createMany').click()
  await screen.sees(say('coupon.madeTitle_one'))
  await screen.dialog().getByText('SPRING-26', { exact: true }).waitFor()
  expect(await codesNamed('Spring gift')).toMatchObject([{ key: 'SPRING-26', is_gift: true, max_uses: 200, quota: 100_000 }])
  await screen
    .dialog()
    .getByRole('button', { name: say('action.close'), exact: true })
    .last()
    .click()
  const row = screen.row('Spring gift')
  for (const words of [say('coupon.state.available'), say('coupon.gift'), 'SPRING-26', '0 / 200'])
    await row.getByText(words).first().waitFor()
})

test('a code is edited until somebody redeems it, and then only shown, with who it was', async () => {
  const [key = ''] = await make({ name: 'Helper' })
  const screen = await coupons('?keyword=help')
  const { page, say } = screen
  await screen.act('Helper', 'action.edit')
  await screen.field('coupon.name').fill('Helper two')
  await screen.dialog().getByRole('button', { name: '$50', exact: true }).click()
  await screen.button('action.save').click()
  await screen.sees(say('coupon.savedToast'))
  await screen.dialog().waitFor({ state: 'detached' })
  expect(await codesNamed('Helper')).toMatchObject([{ name: 'Helper two', quota: 50 * UNIT, key, valid_from: 0, valid_until: 0 }])
  await scene.facts.members.user.client.call('POST', '/api/user/topup', { key })
  await page.reload()
  const row = screen.row('Helper two')
  await row.getByText(/^lin · /).waitFor()
  await row.getByText(say('coupon.state.used'), { exact: true }).waitFor()
  await screen.act('Helper two', 'coupon.view')
  await screen.dialog().getByText(say('coupon.frozen')).waitFor()
  for (const words of [key, 'lin', 'root', '$50.00']) await screen.dialog().getByText(words, { exact: true }).first().waitFor()
  expect(
    await screen
      .dialog()
      .getByRole('button', { name: say('action.save') })
      .count(),
  ).toBe(0)
})

test('a code is disabled, and enabled again by undo', async () => {
  await make({ name: 'Switch' })
  const screen = await coupons('?keyword=switch')
  const { say } = screen
  await screen.act('Switch', 'action.disable')
  await screen.row('Switch').getByText(say('coupon.state.disabled'), { exact: true }).waitFor()
  expect(await codesNamed('Switch')).toMatchObject([{ status: 2 }])
  await screen.button('kit.undo').click()
  await screen.row('Switch').getByText(say('coupon.state.unused'), { exact: true }).waitFor()
  expect(await codesNamed('Switch')).toMatchObject([{ status: 1 }])
})

test('chosen codes are copied, disabled with undo, and deleted; then all of a name and all that are disabled', async () => {
  const codes = await make({ name: 'Herd', count: 3 })
  const screen = await coupons('?keyword=herd')
  const { page, say } = screen
  const bar = page.getByRole('toolbar')
  const choose = async () => {
    await page.getByRole('checkbox', { name: say('table.selectPage') }).click()
    await bar.getByText(say('table.selected_other', { count: 3 })).waitFor()
  }
  const inBar = (key: string) => bar.getByRole('button', { name: say(key), exact: true }).click()
  await choose()
  await inBar('coupon.copyCode')
  await expect.poll(async () => (await clipboard(screen)).split('\n').toSorted()).toEqual(codes.toSorted())
  await inBar('action.disable')
  await confirmBy(screen, 'action.disable')
  await screen.sees(say('coupon.disabledMany_other', { count: 3 }))
  await expect.poll(async () => (await codesNamed('Herd')).map(({ status }) => status)).toEqual([2, 2, 2])
  await screen.button('kit.undo').click()
  await screen.sees(say('kit.undone'))
  expect((await codesNamed('Herd')).map(({ status }) => status)).toEqual([1, 1, 1])
  await choose()
  await inBar('action.delete')
  await confirmBy(screen, 'action.delete')
  await expect.poll(() => codesNamed('Herd')).toEqual([])
  await make({ name: 'Old lot', count: 4 })
  await make({ name: 'Old lot 2' })
  const more = async (key: string) => {
    await page
      .getByRole('main')
      .getByRole('button', { name: say('action.more') })
      .first()
      .click()
    await page.getByRole('menuitem', { name: say(key) }).click()
  }
  const ask = async (name: string) => {
    // The one before has gone: two of them have a field of this name.
    await screen.dialog().waitFor({ state: 'detached' })
    await more('coupon.deleteNamed')
    await screen.dialog().getByLabel(say('coupon.name'), { exact: true }).fill(name)
    await confirmBy(screen, 'coupon.findNamed')
  }
  await ask('')
  await screen.dialog().getByText(say('coupon.nameNeeded')).waitFor()
  await confirmBy(screen, 'action.cancel')
  await ask('Old')
  await screen.sees(say('coupon.noneNamed', { name: 'Old' }))
  expect(await codesNamed('Old lot')).toHaveLength(5)
  await ask('Old lot')
  await screen.sees(say('coupon.confirmDeleteNamed_other', { count: 4, name: 'Old lot' }))
  await confirmBy(screen, 'coupon.deleteMany')
  await screen.sees(say('coupon.deletedMany_other', { count: 4 }))
  const [left] = await codesNamed('Old lot')
  expect(left?.name).toBe('Old lot 2')
  await scene.root.call('PUT', '/api/redemption/?status_only=true', { id: left?.id, status: 2 })
  await more('coupon.deleteDisabled')
  await confirmBy(screen, 'coupon.deleteMany')
  await screen.sees(say('coupon.deletedMany_one'))
  expect(await codesNamed('Old lot')).toEqual([])
  expect(screen.watched.takeTroubles()).toEqual([])
})

test('orders are found by user and state; a refund asks, says what is to be done by hand, and takes the quota back', async () => {
  const buyer = scene.facts.members.user.client
  const balance = async () => (await buyer.call<{ quota: number }>('GET', '/api/user/self')).quota
  await openEpay(scene.root, scene.url)
  const before = await balance()
  const tradeNo = await order(buyer, 10)
  await pay(scene.url, tradeNo, '73.00')
  await order(buyer, 3, 'wx')
  expect(await balance()).toBe(before + 10 * UNIT)
  const admin = await scene.open('admin', '/admin/orders')
  await admin.row('¥73.00').getByText(admin.say('order.statuses.paid'), { exact: true }).waitFor()
  await admin.row('¥21.90').getByText(admin.say('order.statuses.pending'), { exact: true }).waitFor()
  await admin.row('¥21.90').getByText(admin.say('order.methods.wx')).waitFor()
  // What gives money back is told by its name, not by an arrow.
  await admin
    .row('¥73.00')
    .getByRole('button', { name: admin.say('action.more') })
    .click()
  const refund = admin.page.getByRole('menuitem', { name: admin.say('order.refund') })
  expect(await refund.innerText()).toContain(admin.say('order.refund'))
  expect(await refund.getAttribute('aria-disabled')).toBe('true')
  await admin.page.keyboard.press('Escape')
  await admin.page.getByRole('combobox', { name: admin.say('order.status') }).click()
  await admin.page.getByRole('option', { name: admin.say('order.statuses.pending'), exact: true }).click()
  await admin.row('¥73.00').waitFor({ state: 'detached' })
  await admin.page.goto(`${scene.url}/admin/orders?keyword=${tradeNo}`)
  await admin.row('¥73.00').waitFor()
  expect(await admin.row('lin').count()).toBe(1)

  const root = await scene.open('root', '/admin/orders?keyword=lin')
  await root.act('¥73.00', 'order.refund')
  const facts = { money: '¥73.00', quota: '$10.00', user: 'lin' }
  for (const key of ['order.refundTitle', 'order.refundEpay', 'order.refundText']) await root.sees(root.say(key, facts))
  await confirmBy(root, 'action.cancel')
  expect(await balance()).toBe(before + 10 * UNIT)
  await root.act('¥73.00', 'order.refund')
  await confirmBy(root, 'order.refund')
  await root.sees(root.say('order.refundedByHand', facts))
  const row = root.row('¥73.00')
  await row.getByText(root.say('order.statuses.refunded'), { exact: true }).waitFor()
  await row.getByText('−$10.00').waitFor()
  await row.getByRole('button', { name: root.say('action.more') }).click()
  await root.page.getByRole('menuitem', { name: root.say('order.details') }).waitFor()
  expect(await root.page.getByRole('menuitem', { name: root.say('order.refund'), exact: true }).count()).toBe(0)
  await root.page.keyboard.press('Escape')
  expect(await balance()).toBe(before)
  expect(root.watched.takeTroubles()).toEqual([])
  await closeEpay(scene.root)
})

test('payment is filled in after the address of the server; check-in, invitations and rebates keep their limits', async () => {
  await closeEpay(scene.root)
  const screen = await scene.open('root', '/admin/settings?tab=system')
  const { page, say } = screen
  const card = (id: string) => page.locator(`#${id}`)
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const save = (id: string) =>
    card(id)
      .getByRole('button', { name: say('action.save'), exact: true })
      .click()
  const saved = async (key: string) =>
    (await scene.root.call<{ key: string; value: string }[]>('GET', '/api/option/')).find((option) => option.key === key)?.value
  await field('Epay address').fill('https://pay.example/')
  await save('payment')
  await card('payment')
    .getByRole('alert')
    .filter({ hasText: say('settings.addressFirst') })
    .waitFor()
  expect(await saved('PayAddress')).toBe('')
  await field('Server address').fill(new URL(scene.url).origin)
  await save('address')
  await expect.poll(() => saved('ServerAddress')).toBe(new URL(scene.url).origin)
  await field('Epay merchant ID').fill('1001')
  await field('Price of one dollar').fill('6.9')
  await card('payment')
    .getByRole('button', { name: say('kit.mapAsJson') })
    .click()
  const ratios = card('payment').locator('textarea')
  await ratios.fill('{"default": 0.9,}')
  await save('payment')
  await screen.sees(say('form.invalidJsonAt', { line: 1, column: 17 }))
  await ratios.fill('{"default": 0.9}')
  await save('payment')
  await expect.poll(() => saved('TopupGroupRatio')).toBe('{"default": 0.9}')
  await expect
    .poll(async () => [await saved('PayAddress'), await saved('EpayId'), await saved('Price')])
    .toEqual(['https://pay.example', '1001', '6.9'])
  await field('Card currency').waitFor()

  await page.goto(`${scene.url}/admin/settings?tab=operation`)
  await page.getByRole('switch', { name: 'Daily check-in', exact: true }).click()
  await field('Check-in quota').fill('-1')
  await save('checkin')
  await card('checkin').getByRole('alert').filter({ hasText: 'Must be at least 0' }).waitFor()
  await field('Check-in quota').fill('0.5')
  await save('checkin')
  await expect.poll(async () => [await saved('CheckInEnabled'), await saved('CheckInQuota')]).toEqual(['true', '250000'])
  await page.getByRole('switch', { name: 'Rebates', exact: true }).click()
  await field('Rebate percentage').fill('101')
  await save('quota')
  await card('quota').getByRole('alert').filter({ hasText: 'Must be at most 100' }).waitFor()
  await field('Rebate percentage').fill('10')
  await save('quota')
  await expect.poll(async () => [await saved('RebateEnabled'), await saved('RebatePercentage')]).toEqual(['true', '10'])
  expect(screen.watched.takeTroubles()).toEqual([])
})
