// The balance where people look: lowered by a call, amber when low, red at nothing, and the step that is named then helps.
/// <reference lib="dom" />
import type { Self } from '@waystation/contract/people/user'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aboveBuiltIn } from '../../server/src/testing/price-options.ts'
import { waystation } from '../../server/src/testing/waystation-command.ts'
import type { Member } from './filling.ts'
import { openScene, type Scene, type Screen } from './scene.ts'

const DOLLAR = 500_000

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
  // The link to a shop is a setting that a super admin has to confirm.
  await scene.root.confirm('secret_options')
})
afterAll(() => scene?.close())

const callModel = (model: string) => scene.callModel(scene.facts.members.user.key, model, '#in:9000 #out:900')

const balanceOf = async (member: Member): Promise<number> =>
  (await scene.facts.members[member].client.call<Self>('GET', '/api/user/self')).quota

const setOption = (key: string, value: string) => scene.facts.members.root.client.call('PUT', '/api/option/', { key, value })

type Tone = 'quiet' | 'amber' | 'red'

/** Comes back to the window, as from a terminal, until its bar shows this. */
async function comesToShow({ page }: Screen, text: string, tone: Tone): Promise<void> {
  const bar = page.locator('.user-balance')
  const look = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    const isToned = async (name: Tone) => (await bar.locator(`.tone-${name}`).count()) > 0
    const shown: Tone = (await isToned('amber')) ? 'amber' : (await isToned('red')) ? 'red' : 'quiet'
    return `${(await bar.textContent()) ?? ''} ${shown}`
  }
  await expect.poll(look, { interval: 500 }).toContain(`${text} ${tone}`)
}

const dollars = (units: number) => `$${(units / DOLLAR).toFixed(2)}`

test('a call lowers the balance in the bar and on the tokens page; it turns amber below the threshold and red at nothing', async () => {
  const screen = await scene.open('user', '/app/tokens')
  const { page, say, sees, button } = screen
  await comesToShow(screen, dollars(100 * DOLLAR), 'quiet')

  expect(await callModel('gpt-5')).toBe(200)
  const left = await balanceOf('user')
  expect(left).toBeLessThan(100 * DOLLAR - 5000)
  await comesToShow(screen, dollars(left), 'quiet')
  expect(await page.locator('.chips').textContent()).toContain(dollars(left))

  await setOption('QuotaRemindThreshold', String(left + 1))
  await comesToShow(screen, dollars(left), 'amber')
  await sees(say('balance.low', { left: dollars(left) }))

  // One call at the price of all that is left.
  await setOption('ModelPrice', aboveBuiltIn('ModelPrice', JSON.stringify({ 'gpt-5-mini': left / DOLLAR })))
  expect(await callModel('gpt-5-mini')).toBe(200)
  expect(await balanceOf('user')).toBe(0)
  await comesToShow(screen, '$0.00', 'red')
  await page.getByRole('alert').getByText(say('balance.empty')).waitFor()
  expect(await page.getByRole('alert').textContent()).toContain(say('balance.askAdmin'))
  expect(await callModel('gpt-5')).toBe(403)

  await page.locator('.user-button').click()
  expect(await page.locator('.pop-menu-head').textContent()).toContain(`${say('balance.refused')} ${say('balance.askAdmin')}`)
  await setOption('TopUpLink', 'https://shop.example/top-up')
  await page.reload()
  const shop = page.getByRole('alert').getByRole('link', { name: say('balance.topUp') })
  expect(await shop.getAttribute('href')).toBe('/app/wallet')
  await setOption('TopUpLink', '')
  await setOption('QuotaRemindThreshold', '500000')
  await button('token.create').waitFor()
})

test('the command that an admin is told adds to the balance while the server runs', async () => {
  const balance = await balanceOf('admin')
  await setOption('QuotaRemindThreshold', String(balance + 1))
  const screen = await scene.open('admin', '/app/tokens')
  const command = (await screen.page.locator('.banner code').textContent()) ?? ''
  expect(command).toBe('npx waystation user grant maria 10')
  const words = command.split(' ').slice(2)
  expect((await waystation(words, `sqlite:${scene.databasePath}`)).code).toBe(0)
  await comesToShow(screen, dollars(balance + 10 * DOLLAR), 'quiet')
  expect(await screen.page.locator('.banner code').count()).toBe(0)
  await setOption('QuotaRemindThreshold', '500000')
})

test('an answer in the playground lowers the balance at once, without leaving the window', async () => {
  const screen = await scene.open('root', '/playground')
  const { page, say } = screen
  const shown = await page.locator('.user-balance').textContent()
  await page.getByLabel(say('playground.placeholder'), { exact: true }).fill('#in:90000 #out:9000')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: say('playground.copyAnswer') }).waitFor()
  // Sooner than it would be asked anyway.
  await expect.poll(() => page.locator('.user-balance').textContent()).not.toBe(shown)
})
