// The twelve errands that people have most often, done on the large installation with the mouse and the keyboard, and how many clicks each takes:
// a shortcut counts as a click, and the fields that have to be filled come on top. Each begins at the page that people log in to.
/// <reference lib="dom" />
import type { ListedRedemption } from '@waystation/contract/money/redemption'
import type { Token } from '@waystation/contract/people/token'
import type { User } from '@waystation/contract/people/user'
import { openai } from '@waystation/contract/vendors/openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFakeProvider } from '../../../server/src/testing/fakes/fake-provider.ts'
import { newContext, sharedBrowser, watch } from '../../console/browser.ts'
import { type Scene, type Screen, sceneOn } from '../../console/scene.ts'
import { openConsoleServer } from '../../console/server.ts'
import { wordsOf } from '../../console/words.ts'
import { openLarge } from '../large-scene.ts'
import { Hands } from './hands.ts'

const USUAL_CLICKS = 4
const LONG_CLICKS = 6
const START = '/app/tokens'
const DOLLAR = 500_000

let scene: Scene
const counts: { errand: string; clicks: number; fields: number; most: number; seconds: number }[] = []

beforeAll(async () => {
  const { server, facts } = await openLarge(undefined, console.log)
  scene = await sceneOn(server, facts)
}, 1_200_000)
afterAll(async () => {
  await scene?.close()
  const lines = counts.map(
    ({ errand, clicks, fields, most, seconds }) =>
      `${errand.padEnd(38)} ${String(clicks).padStart(2)} + ${fields}   at most ${most}   ${seconds.toFixed(1)} s`,
  )
  console.log(['Errand: clicks + fields', ...lines].join('\n'))
})

/** Does an errand, and holds its clicks to the bound. */
async function errand(name: string, most: number, screen: Pick<Screen, 'page'>, run: (hands: Hands) => Promise<void>): Promise<void> {
  const hands = new Hands(screen.page)
  const startedMs = performance.now()
  await run(hands)
  const { clicks, fields } = hands
  counts.push({ errand: name, clicks, fields, most, seconds: (performance.now() - startedMs) / 1000 })
  expect(clicks, `clicks of: ${name}`).toBeLessThanOrEqual(most)
}

const open = (who: 'root' | 'user' = 'root') => scene.open(who, START)
/** A number may stand beside the name: of what needs attention there. */
const menu = ({ page, say }: Screen, key: string) =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(`^${say(key)}\\b`) })
    .first()
const more = ({ say }: Screen, row: ReturnType<Screen['row']>) => row.getByRole('button', { name: say('action.more') })
const item = ({ page, say }: Screen, key: string) => page.getByRole('menuitem', { name: say(key), exact: true })

test('the first call on a fresh machine', async () => {
  const provider = await openFakeProvider({ models: ['gpt-5-mini'] })
  const server = await openConsoleServer({ isSetUp: false })
  const context = await newContext(await sharedBrowser(), '1440x900')
  const page = await context.newPage()
  const say = (key: string) => wordsOf('en', key)
  const field = (key: string) => page.getByLabel(say(key), { exact: true })
  const button = (key: string) => page.getByRole('button', { name: say(key), exact: true })
  try {
    watch(page)
    await page.goto(server.url)
    await errand('First call, fresh machine', LONG_CLICKS, { page }, async (hands) => {
      await hands.fill(field('setup.username'), 'keeper')
      for (const key of ['setup.password', 'setup.confirmPassword']) await hands.fill(field(key), 'correct horse 9')
      await hands.click(button('action.next'))
      await hands.click(button('setup.finish'))
      await hands.fill(field('channel.baseUrl'), provider.url)
      await hands.fill(field('channel.key'), 'sk-far')
      await hands.click(button('channel.testRun'))
      await page.getByText('Echo: hi').first().waitFor()
      await hands.click(button('setup.channelSave'))
      await hands.click(button('setup.tokenCreate'))
      await page.getByText(say('setup.callWaiting')).first().waitFor()
    })
    const command = (await page.locator('main pre').first().textContent()) ?? ''
    const key = /sk-[0-9A-Za-z]{48}/.exec(command)?.[0] ?? ''
    const call = { model: 'gpt-5-mini', messages: [{ role: 'user', content: 'hello' }] }
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const answer = await fetch(`${server.url}/v1/chat/completions`, { method: 'POST', headers, body: JSON.stringify(call) })
    expect(answer.status).toBe(200)
  } finally {
    await context.close()
    await server.close()
    await provider.close()
  }
})

test('why a call was expensive', async () => {
  const screen = await open()
  const { page, say } = screen
  await errand('Why expensive', USUAL_CLICKS, screen, async (hands) => {
    await hands.click(menu(screen, 'shell.logs'))
    await hands.click(page.getByRole('columnheader', { name: say('log.cost') }).getByRole('button'))
    await page.waitForURL(/sort=-cost/)
    await screen.watched.settled()
    await hands.click(page.getByRole('button', { name: say('action.expand') }).first())
    await page.locator('tr.expanded').getByText(say('log.charge')).first().waitFor()
  })
})

test('why a call failed', async () => {
  const screen = await open()
  const { page, say, button } = screen
  await errand('Why failed', USUAL_CLICKS, screen, async (hands) => {
    await hands.click(menu(screen, 'shell.logs'))
    await hands.click(button('log.views'))
    await hands.click(item(screen, 'log.viewFailedWeek'))
    await page.waitForURL(/type=6/)
    await screen.watched.settled()
    await hands.click(page.getByRole('button', { name: say('action.expand') }).first())
    await page.locator('tr.expanded').getByText(say('log.notCharged')).waitFor()
  })
})

test('five dollars for a user, with a reason', async () => {
  const screen = await open()
  const { dialog, field, button, say, sees } = screen
  await errand('Add $5 with a reason', USUAL_CLICKS, screen, async (hands) => {
    await hands.click(menu(screen, 'shell.users'))
    await screen.page.waitForURL(/\/users/)
    await screen.watched.settled()
    const row = screen.page.locator('tbody tr').nth(3)
    await hands.click(row.getByRole('button', { name: say('user.adjust'), exact: true }))
    await hands.fill(field('kit.quota.amount'), '5')
    await hands.fill(field('kit.quota.reason'), 'Refund for the failed batch')
    await hands.click(button('kit.quota.addAmount', { amount: '$5.00' }))
    await sees(new RegExp(say('user.adjustedToast', { name: '\u0000' }).split('\u0000').join('.+')))
    await dialog().waitFor({ state: 'detached' })
  })
})

test('a user is banned', async () => {
  const screen = await open()
  const { page, dialog, say } = screen
  const [user] = (await scene.root.call<{ items: User[] }>('GET', '/api/user/search?state=active&role=1&page_size=1')).items
  await errand('Ban', USUAL_CLICKS, screen, async (hands) => {
    await hands.click(menu(screen, 'shell.users'))
    await hands.fill(page.getByRole('searchbox', { name: say('user.search') }), user?.username ?? '')
    await page.waitForURL(/keyword=/)
    await screen.watched.settled()
    await hands.click(more(screen, screen.row(user?.username ?? '').first()))
    await hands.click(item(screen, 'user.ban'))
    await hands.click(dialog().getByRole('button', { name: say('user.ban'), exact: true }))
    await screen.sees(say('user.done.disable', { name: user?.username ?? '' }))
  })
  expect(await scene.root.call<User>('GET', `/api/user/${user?.id}`)).toMatchObject({ status: 2 })
})

test('fifty codes are made and copied', async () => {
  const screen = await open()
  await screen.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await errand('50 codes, all copied', LONG_CLICKS, screen, async (hands) => {
    await hands.click(menu(screen, 'shell.coupons'))
    await hands.click(screen.button('coupon.create').first())
    await hands.click(screen.dialog().getByRole('button', { name: '$10', exact: true }))
    await hands.fill(screen.field('coupon.count'), '50')
    await hands.click(screen.button('coupon.createMany'))
    await hands.click(screen.button('kit.codes.copyAll_other', { count: 50 }))
    const copied = () => screen.page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(async () => (await copied()).split('\n').length).toBe(50)
  })
  const { items } = await scene.root.call<{ items: ListedRedemption[] }>('GET', '/api/redemption/search?page_size=50')
  expect(items.filter(({ quota }) => quota === 10 * DOLLAR)).toHaveLength(50)
})

test('one price is changed, simulated over the last days and saved', async () => {
  const screen = await open()
  const { page, say, dialog } = screen
  const bar = page.getByRole('region', { name: say('price.saveBar') })
  const cell = page.getByRole('textbox', { name: `gpt-5-mini ${say('price.column.freshInput')}`, exact: true })
  await errand('One price, simulated and saved', LONG_CLICKS, screen, async (hands) => {
    await hands.click(menu(screen, 'shell.settings'))
    const index = page.getByRole('navigation', { name: say('settings.index') }).filter({ visible: true })
    await hands.click(index.getByText(say('price.title'), { exact: true }))
    await hands.fill(page.getByRole('searchbox').last(), 'gpt-5-mini')
    await hands.fill(cell, '0.30')
    await page.keyboard.press('Tab')
    await hands.click(bar.getByRole('button', { name: say('price.simulate'), exact: true }))
    await bar.getByText(/\d% revenue/).waitFor()
    await hands.click(bar.getByRole('button', { name: /^Save as version/ }))
    await hands.click(dialog().getByRole('button', { name: say('action.save'), exact: true }))
    await screen.sees(/Prices saved as version \d+/)
  })
})

test('twenty channels get another tag', async () => {
  const screen = await open()
  const { page, say, button, dialog } = screen
  await errand('20 channels to another tag', USUAL_CLICKS, screen, async (hands) => {
    await hands.click(menu(screen, 'shell.channels'))
    await page.waitForURL(/\/channels/)
    await screen.watched.settled()
    await hands.click(page.getByRole('checkbox', { name: say('table.selectPage') }))
    await hands.click(button('channel.setTag'))
    await hands.fill(dialog().getByRole('combobox').or(dialog().getByRole('textbox')).first(), 'spring-2027')
    await hands.click(dialog().getByRole('button', { name: say('channel.setTag'), exact: true }))
    await dialog().waitFor({ state: 'detached' })
  })
  const { tags } = await scene.root.call<{ tags: Record<string, number> }>('GET', '/api/channel/counts')
  expect(tags['spring-2027']).toBe(20)
})

test('all channels of one vendor are disabled, which are more than a page', async () => {
  const screen = await open()
  const { page, say, button } = screen
  const enabled = () => scene.root.call<object[]>('GET', `/api/channel/?type=${openai.id}&status=1&page_size=100`)
  expect((await enabled()).length).toBeGreaterThan(20)
  await errand('Disable one vendor', USUAL_CLICKS, screen, async (hands) => {
    await hands.click(menu(screen, 'shell.channels'))
    await hands.click(
      page
        .getByRole('group', { name: say('channel.provider') })
        .getByRole('button', { name: /^OpenAI\b/ })
        .first(),
    )
    await page.waitForURL(/type=/)
    await screen.watched.settled()
    await hands.click(
      page
        .getByRole('main')
        .getByRole('button', { name: say('action.more'), exact: true })
        .first(),
    )
    await hands.click(page.getByRole('menuitem', { name: say('channels.disableProvider', { name: openai.name }), exact: true }))
    await button('kit.undo').waitFor()
  })
  expect(await enabled()).toEqual([])
})

test('a token for two models with five dollars', async () => {
  const screen = await open('user')
  const { page, say, field, button } = screen
  const { client } = scene.facts.members.user
  const models = (await client.call<string[]>('GET', '/api/user/models')).filter((model) => model.startsWith('gpt-')).slice(0, 2)
  await errand('Token, two models, $5', USUAL_CLICKS, screen, async (hands) => {
    await hands.click(button('token.create').first())
    await hands.fill(field('token.name'), 'two-models')
    await hands.fill(page.getByLabel(say('token.quota'), { exact: true }), '5')
    await hands.fillMany(page.getByLabel(say('token.models'), { exact: true }), models)
    await hands.click(button('token.createOne'))
    await screen.sees(say('token.madeTitle'))
  })
  const [made] = await client.call<Token[]>('GET', '/api/token/search?keyword=two-models')
  // Lists tell how many models there are, the token which.
  expect(await client.call<Token>('GET', `/api/token/${made?.id}`)).toMatchObject({
    remain_quota: 5 * DOLLAR,
    model_limits: models.join(','),
  })
})

test('what was spent today, by model', async () => {
  const screen = await open()
  const { page } = screen
  await errand("Today's spend by model", USUAL_CLICKS, screen, async (hands) => {
    await hands.click(menu(screen, 'shell.dashboard'))
    await screen.watched.settled()
    await page.getByText('gpt-5-mini').first().waitFor()
  })
})

test('the OpenAI SDK and Claude Code are connected', async () => {
  const screen = await open('user')
  const { page, say } = screen
  await screen.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  const connect = async (hands: Hands) => {
    const row = page.locator('tbody tr').first()
    const direct = row.getByRole('button', { name: say('connect.action'), exact: true })
    if (await direct.isVisible()) return hands.click(direct)
    await hands.click(row.getByRole('button', { name: say('action.more') }))
    await hands.click(item(screen, 'connect.action'))
  }
  /** The step that names the address of this server: others install the program, and start it. */
  const copyAddress = (hands: Hands) =>
    hands.click(
      page
        .locator('.connect-steps > li')
        .filter({ hasText: scene.url })
        .getByRole('button', { name: say('action.copy'), exact: true }),
    )
  await errand('Connect Claude Code', USUAL_CLICKS, screen, async (hands) => {
    await connect(hands)
    await copyAddress(hands)
    expect(await copied()).toContain('ANTHROPIC_BASE_URL')
  })
  await page.goto(scene.url + START)
  await screen.watched.settled()
  await errand('Connect the OpenAI SDK', USUAL_CLICKS, screen, async (hands) => {
    await connect(hands)
    await hands.click(page.getByText(say('connect.kind.code'), { exact: true }))
    await hands.click(page.getByRole('radio', { name: 'OpenAI SDK' }))
    await copyAddress(hands)
    expect(await copied()).toContain(scene.url)
  })
})
