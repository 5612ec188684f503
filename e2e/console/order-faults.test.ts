// An order that was paid with another amount: the super admin sees why, and completes it by hand.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Size } from './browser.ts'
import { EPAY_ID, EPAY_KEY, notifyPaid } from './fake-epay.ts'
import { openScene, type Scene } from './scene.ts'
import type { Language } from './words.ts'

let scene: Scene

beforeAll(async () => {
  scene = await openScene()
  await scene.root.confirm('secret_options')
  const options = { ServerAddress: scene.url, PayAddress: 'https://pay.example', EpayId: EPAY_ID, EpayKey: EPAY_KEY }
  for (const [key, value] of Object.entries(options)) await scene.root.call('PUT', '/api/option/', { key, value })
})
afterAll(() => scene?.close())

test.each<[Size, Language]>([
  ['1440x900', 'en'],
  ['390x844', 'zh'],
])('a payment of another amount is seen, and the order completed: %s in %s', async (size, language) => {
  const buyer = scene.facts.members.user
  const { body } = await buyer.client.ask('POST', '/api/user/pay', { amount: 10, top_up_code: '', payment_method: 'zfb' })
  const { out_trade_no = '' } = body.data as Record<string, string>
  expect(await notifyPaid(`${scene.url}/api/user/epay/notify`, { out_trade_no, name: 'TUC10', money: '7.30' })).toBe('fail')
  const screen = await scene.open('root', `/admin/orders?keyword=${out_trade_no}`, { size, language })
  const { page, say, sees, dialog } = screen
  await sees(say('order.refusedCount', { count: 1 }))
  // On a phone the rows are cards.
  const act = async (key: string) => {
    if (size === '1440x900') return screen.act('lin', key)
    await page
      .getByRole('button', { name: say('action.more') })
      .first()
      .click()
    await page.getByText(say(key), { exact: true }).click()
  }
  await act('order.details')
  await sees(say('order.reasons.amount'))
  await page.keyboard.press('Escape')
  await act('order.complete')
  await dialog().getByRole('textbox').fill('seen in the merchant console')
  await dialog()
    .getByRole('button', { name: say('order.complete') })
    .click()
  await sees(say('order.statuses.paid'))
})
