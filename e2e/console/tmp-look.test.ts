import { afterAll, beforeAll, test } from 'vitest'
import { openScene, type Scene } from './scene.ts'
let scene: Scene
beforeAll(async () => { scene = await openScene() })
afterAll(() => scene?.close())
const sim = { from: 1, to: 2, calls: 86856, before: 655970000, after: 669745000, cost: 535270000, skipped: { calls: 12, before: 100 }, is_partial: false,
 models: [], users: [{ user_id: 1, username: 'batch-ops', calls: 5, before: 1000000, after: 1108000 }, { user_id: 2, username: 'lin', calls: 5, before: 100000, after: 110100 }], users_total: 412, users_over_10_percent: 3,
 unpriced: [{ model: 'a', calls: 100, rule: 'fallback' }, { model: 'b', calls: 12, rule: 'fallback' }], took_ms: 40 }
const proposal = { source: 'or', fetched_at: 1763880000, same: 179, unreadable: 2, models: [
 { model: 'deepseek-chat', prices: [{ key: 'ModelRatio', now: 0.135, proposed: 0.15 }, { key: 'CompletionRatio', now: 4.074074, proposed: 4 }] },
 { model: 'gemini-2.5-pro', prices: [{ key: 'CacheRatio', now: 0.1, proposed: 0.31 }] },
 { model: 'grok-4-fast-new', prices: [{ key: 'ModelRatio', now: null, proposed: 0.1 }, { key: 'CompletionRatio', now: null, proposed: 2.5 }] } ] }
for (const [theme, language, size] of [['light', 'en', '1440x900'], ['dark', 'zh', '1440x900'], ['light', 'zh', '390x844'], ['dark', 'en', '390x844']] as const)
test(`${theme} ${language} ${size}`, async () => {
  await scene.addChannel({ name: `u-${theme}-${size}`, models: 'nameless-one,nameless-two,nameless-three' })
  const screen = await scene.open('admin', '/about', { size, language })
  await screen.page.evaluate((mode) => localStorage.setItem('theme-mode', mode), theme)
  await screen.page.route('**/api/price/simulate', (r) => r.fulfill({ json: { success: true, message: '', data: sim } }))
  await screen.page.route('**/api/price/sources', (r) => r.fulfill({ json: { success: true, message: '', data: [{ id: 'or', name: 'OpenRouter', address: 'https://openrouter.ai/api/v1/models' }] } }))
  await screen.page.route('**/api/price/sources/or', (r) => r.fulfill({ json: { success: true, message: '', data: proposal } }))
  await screen.page.goto(`${scene.url}/admin/settings?card=prices`)
  const shot = (name: string) => screen.page.screenshot({ path: `/tmp/shots-screens/look-${name}-${theme}-${language}-${size}.png` })
  await screen.page.getByRole('searchbox').fill('gemini-2.5')
  await screen.button('price.syncPresets').click()
  await screen.button('price.fetch').click()
  await screen.page.getByRole('checkbox', { name: 'deepseek-chat' }).check()
  await screen.page.getByRole('checkbox', { name: 'gemini-2.5-pro' }).check()
  await screen.page.waitForTimeout(400)
  if (size === '390x844') { await shot('review'); await screen.button('action.close').click(); await screen.page.waitForTimeout(500) }
  const bar = screen.page.getByRole('region', { name: screen.say('price.saveBar') })
  if (size === '390x844') await bar.getByRole('button', { name: screen.say('price.simulation'), exact: true }).click()
  await screen.page.getByRole('button', { name: screen.say('price.simulate'), exact: true }).last().click()
  await screen.page.waitForTimeout(800)
  await shot('simulated')
  if (size === '1440x900') {
    await screen.page.getByRole('checkbox', { name: 'grok-4-fast-new' }).check()
    await screen.page.getByText(/batch-ops/).click()
    await screen.page.waitForTimeout(400)
    await shot('outdated')
    await screen.page.keyboard.press('Escape')
    await bar.getByRole('button', { name: /^(Save as version|保存为版本)/ }).click()
    await screen.page.waitForTimeout(400)
    await shot('save')
  }
  await screen.page.unroute('**/api/price/simulate')
  const other = await scene.open('admin', '/admin/settings?card=prices&prices=unpriced', { size, language })
  await other.page.getByRole('checkbox').nth(1).check()
  await other.page.screenshot({ path: `/tmp/shots-screens/look-unpriced-${theme}-${language}-${size}.png` })
  await other.context.close()
  const more = await scene.open('admin', '/admin/settings?card=prices', { size, language })
  await more.page.getByRole('searchbox').fill('gpt-4o-audio')
  await more.page.getByRole('button', { name: more.say('price.moreOf', { model: 'gpt-4o-audio-preview' }) }).first().click()
  await more.page.waitForTimeout(300)
  await more.page.screenshot({ path: `/tmp/shots-screens/look-more-${theme}-${language}-${size}.png` })
  await more.context.close()
  await screen.context.close()
})
