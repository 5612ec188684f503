// The price screen: typed in the table or as text, one draft over all tabs, saved as a version, simulated before, and taken back.
/// <reference lib="dom" />
import type { PriceVersion } from '@waystation/contract/prices/price-version'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScene, type Scene, type Screen } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene?.close())

interface Entry {
  readonly model_name: string
  readonly model_ratio: number
  readonly completion_ratio: number
  readonly model_price: number
  readonly price_source: string
}
const priceOf = async (model: string) => (await scene.root.call<Entry[]>('GET', '/api/pricing')).find((entry) => entry.model_name === model)
const versions = async () => (await scene.root.call<{ items: PriceVersion[] }>('GET', '/api/price/versions?page_size=5')).items
const put = (changes: Record<string, object | string>) =>
  scene.root.call('PUT', '/api/price/', {
    changes: Object.fromEntries(
      Object.entries(changes).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
    ),
  })

/** With all models, whether a channel serves them or not. */
const prices = (query = '', options: Parameters<Scene['open']>[2] = {}) =>
  scene.open('admin', `/admin/settings?card=prices&show=all${query}`, options)
const bar = ({ page, say }: Screen) => page.getByRole('region', { name: say('price.saveBar') })
const cell = ({ page, say }: Screen, model: string, column: string) =>
  page.getByRole('textbox', { name: `${model} ${say(`price.column.${column}`)}`, exact: true })
const find = async (screen: Screen, word: string) => {
  await screen.page.getByRole('searchbox').fill(word)
  await cell(screen, word, 'freshInput').waitFor()
}
const type = async (screen: Screen, model: string, column: string, text: string) => {
  await cell(screen, model, column).fill(text)
  await cell(screen, model, column).blur()
}
/** Saves what is changed as a version, with a note. */
const save = async (screen: Screen, note = '') => {
  await bar(screen)
    .getByRole('button', { name: /^(Save as version|保存为版本)/ })
    .click()
  await screen.field('price.note').fill(note)
  await screen
    .dialog()
    .getByRole('button', { name: screen.say('action.save'), exact: true })
    .click()
}

test('a price typed in the table is saved with a note, counts at once, stands in the history, and one click takes it back', {
  tags: 'main',
}, async () => {
  await put({ ModelRatio: { 'gpt-5-mini': 0.125 }, CompletionRatio: { 'gpt-5-mini': 8 } })
  const before = (await versions())[0]?.id ?? 0
  const screen = await prices()
  await find(screen, 'gpt-5-mini')
  await type(screen, 'gpt-5-mini', 'freshInput', '0.30')
  await bar(screen).getByText('1 model, 1 price').waitFor()
  // In dollars the other prices stay as they are.
  expect(await cell(screen, 'gpt-5-mini', 'output').inputValue()).toBe('2.00')
  await save(screen, 'dearer input')
  await screen.sees(/Prices saved as version \d+/)
  await bar(screen).waitFor({ state: 'hidden' })
  expect(await priceOf('gpt-5-mini')).toMatchObject({ model_ratio: 0.15 })
  expect((await versions())[0]).toMatchObject({ cause: 'change', username: 'maria', note: 'dearer input' })

  await screen.page.getByRole('button', { name: screen.say('price.history'), exact: true }).click()
  await screen.dialog().getByText('dearer input').click()
  // In dollars, and as many as the bar said.
  await screen.dialog().getByText('1 model, 1 price').waitFor()
  const row = screen.dialog().getByRole('row').filter({ hasText: 'gpt-5-mini' }).filter({ hasText: 'Input / M' })
  await row.getByText('$0.25', { exact: true }).waitFor()
  await row.getByText('$0.30', { exact: true }).waitFor()
  await screen.button('price.allVersions').click()
  await screen
    .dialog()
    .getByRole('button', { name: new RegExp(`^Version ${before} `) })
    .click()
  await screen.button('price.return').click()
  const question = screen.dialog().filter({ hasText: screen.say('price.returnTitle', { id: before }) })
  await question.getByRole('row').filter({ hasText: 'Input / M' }).getByText('$0.25').waitFor()
  await question.getByRole('button', { name: screen.say('price.return') }).click()
  await screen.sees(screen.say('price.returned', { id: before }))
  expect(await priceOf('gpt-5-mini')).toMatchObject({ model_ratio: 0.125, completion_ratio: 8 })
  expect((await versions())[0]).toMatchObject({ cause: 'return', returned_to: before })
})

test('what is typed is stored as it was typed, as a ratio too, and a price per call locks the ratios', async () => {
  await put({ ModelRatio: { 'house-model': 1 } })
  const screen = await prices()
  await screen.page.locator('#prices').getByText(screen.say('price.ratio'), { exact: true }).click()
  await find(screen, 'house-model')
  await type(screen, 'house-model', 'freshInput', '0.1')
  await type(screen, 'house-model', 'cacheRead', '0.3')
  await save(screen)
  await screen.sees(/Prices saved/)
  const stored = await scene.root.call<{ key: string; value: string }[]>('GET', '/api/option/')
  const mapOf = (key: string): Record<string, number> => JSON.parse(stored.find((option) => option.key === key)?.value ?? '{}')
  expect(mapOf('ModelRatio')['house-model']).toBe(0.1)
  expect(mapOf('CacheRatio')['house-model']).toBe(0.3)

  await type(screen, 'house-model', 'perCall', '0.02')
  expect(await cell(screen, 'house-model', 'freshInput').isDisabled()).toBe(true)
  await type(screen, 'house-model', 'perCall', '0')
  await screen.page.getByText(screen.say('price.zero')).waitFor()
  const saving = bar(screen).getByRole('button', { name: /^Save as version/ })
  expect(await saving.isDisabled()).toBe(true)
  await type(screen, 'house-model', 'perCall', 'cheap')
  await screen.page.getByText(screen.say('form.notNumber')).waitFor()
  await screen.page.getByRole('button', { name: screen.say('price.revertModel', { model: 'house-model' }) }).click()
  await bar(screen).waitFor({ state: 'hidden' })
})

test('a model is added once, by its name, and taken away again', async () => {
  const screen = await prices()
  await screen.button('price.addModel').click()
  const dialog = screen.dialog()
  const add = dialog.getByRole('button', { name: screen.say('price.addModel'), exact: true })
  await add.click()
  await dialog.getByText(screen.say('price.nameMissing')).waitFor()
  await screen.field('price.modelName').fill('gpt-5-mini')
  await dialog.getByText(screen.say('price.nameTaken')).waitFor()
  await screen.field('price.modelName').fill('brand-new')
  await screen.field('price.inputDollars').fill('much')
  await screen.field('price.outputDollars').fill('8')
  await dialog.getByText(screen.say('form.notNumber')).waitFor()
  await screen.field('price.inputDollars').fill('2')
  await add.click()
  await find(screen, 'brand-new')
  expect(await cell(screen, 'brand-new', 'output').inputValue()).toBe('8.00')
  await save(screen)
  await screen.sees(/Prices saved/)
  await screen.page.getByRole('button', { name: screen.say('price.removeModel', { model: 'brand-new' }) }).click()
  await save(screen)
  await bar(screen).waitFor({ state: 'hidden' })
  const stored = await scene.root.call<{ key: string; value: string }[]>('GET', '/api/option/')
  expect(stored.find(({ key }) => key === 'ModelRatio')?.value).not.toContain('brand-new')
})

test('the JSON refuses a bad text at its place, and its changes and those of the table are one draft', async () => {
  const screen = await prices()
  await find(screen, 'gpt-5-mini')
  await type(screen, 'gpt-5-mini', 'freshInput', '0.5')
  await screen.page.getByRole('tab', { name: screen.say('price.tab.json') }).click()
  await screen.page.locator('[data-setting=ModelPrice] > summary').click()
  const area = screen.page.getByRole('textbox', { name: 'Price per call', exact: true })
  const whole = await area.inputValue()
  await area.fill('{\n  "draw": 0.04,\n}')
  await screen.page
    .getByRole('alert')
    .filter({ hasText: screen.say('form.invalidJsonAt', { line: 3, column: 1 }) })
    .waitFor()
  await screen.page.getByRole('tab', { name: screen.say('price.tab.visual') }).click()
  expect(await cell(screen, 'gpt-5-mini', 'freshInput').isDisabled()).toBe(true)
  expect(
    await bar(screen)
      .getByRole('button', { name: /^Save as version/ })
      .isDisabled(),
  ).toBe(true)

  await screen.page.getByRole('tab', { name: new RegExp(`^${screen.say('price.tab.json')}`) }).click()
  await area.fill('{"draw": -1}')
  await screen.page.locator('[data-setting=ModelPrice]').getByRole('alert').waitFor()
  await area.fill(whole.replace('{', '{"draw": 0.04,'))
  await screen.page.locator('[data-setting=GroupRatio] > summary').click()
  await screen.page.getByRole('textbox', { name: 'Group ratios', exact: true }).fill('{"default": 1, "vip": 0.9, "svip": 0.5}')
  await bar(screen).getByText('2 models, 2 prices, 1 other setting').waitFor()
  await screen.page.getByRole('tab', { name: screen.say('price.tab.visual') }).click()
  expect(await cell(screen, 'gpt-5-mini', 'freshInput').inputValue()).toBe('0.50')

  // Leaving asks, and what is not saved is still there afterwards.
  await screen.page.getByRole('link', { name: screen.say('shell.tokens'), exact: true }).click()
  await screen.dialog().getByText(screen.say('form.leaveTitle')).waitFor()
  await screen
    .dialog()
    .getByRole('button', { name: screen.say('action.keepEditing') })
    .click()
  await save(screen, 'from the text')
  await screen.sees(/Prices saved/)
  expect((await versions())[0]?.changed_settings.toSorted()).toEqual(
    ['CompletionRatio', 'GroupRatio', 'ModelPrice', 'ModelRatio', ...cacheKeys()].toSorted(),
  )
})

/** The other prices of the model stay what they are, so their ratios change with that of its input. */
const cacheKeys = () => ['CacheCreationRatio', 'CacheRatio']

test('prices that somebody else saves in between are not overwritten: it is said, and loading them keeps one’s own change', async () => {
  const screen = await prices()
  await find(screen, 'gpt-5-mini')
  await type(screen, 'gpt-5-mini', 'freshInput', '0.7')
  await put({ ModelPrice: { draw: 0.05 } })
  await save(screen)
  await bar(screen)
    .getByText(/The prices were changed to version \d+/)
    .waitFor()
  await screen.button('price.reload').click()
  await bar(screen)
    .getByText(/The prices were changed/)
    .waitFor({ state: 'hidden' })
  expect(await cell(screen, 'gpt-5-mini', 'freshInput').inputValue()).toBe('0.70')
  await save(screen)
  await screen.sees(/Prices saved/)
  expect(await priceOf('gpt-5-mini')).toMatchObject({ model_ratio: 0.35 })
  const stored = await scene.root.call<{ key: string; value: string }[]>('GET', '/api/option/')
  expect(JSON.parse(stored.find(({ key }) => key === 'ModelPrice')?.value ?? '')).toMatchObject({ draw: 0.05 })
})

test('models without a price get one together', async () => {
  await scene.addChannel({ name: 'unpriced', models: 'nameless-one,nameless-two,nameless-three' })
  const { models } = await scene.root.call<{ models: string[] }>('GET', '/api/channel/models_unpriced')
  const screen = await prices('&prices=unpriced')
  await screen.page.getByRole('tab', { name: `${screen.say('price.tab.unpriced')} ${models.length}` }).waitFor()
  await screen.button('price.batchSet').click()
  await screen.sees(screen.say('price.batchNone'))
  await screen.page.getByText(screen.say('form.notNumber')).first().waitFor()
  await screen.page.getByRole('checkbox', { name: 'nameless-one' }).check()
  await screen.page.getByRole('checkbox', { name: 'nameless-two' }).check()
  await screen.field('price.inputDollars').fill('1')
  await screen.field('price.outputDollars').fill('4')
  await screen.button('price.batchSet').click()
  await screen.page.getByRole('tab', { name: `${screen.say('price.tab.unpriced')} ${models.length - 2}` }).waitFor()
  await save(screen)
  await screen.sees(/Prices saved/)
  for (const model of ['nameless-one', 'nameless-two'])
    expect(await priceOf(model)).toMatchObject({ model_ratio: 0.5, completion_ratio: 4, price_source: 'ratio' })
  expect(await priceOf('nameless-three')).toBeUndefined()
})

test('the table begins with what channels serve, and finds the others; a price from a list is accepted and shows what typical calls cost', async () => {
  await scene.addChannel({ name: 'served', models: 'far-away/gpt-5.1,claude-sonnet-4-5' })
  const screen = await scene.open('admin', '/admin/settings?card=prices')
  await cell(screen, 'claude-sonnet-4-5', 'freshInput').waitFor()
  await screen.page.getByRole('columnheader', { name: screen.say('price.term.lengths') }).waitFor()
  await screen.page.getByRole('searchbox').fill('gpt-5-nano')
  await screen.page.getByText(screen.say('price.noneHere')).waitFor()
  await screen.page.getByRole('button', { name: /among all models$/ }).click()
  await cell(screen, 'gpt-5-nano', 'freshInput').waitFor()
  expect(screen.address()).toContain('show=all')

  await screen.page.getByRole('tab', { name: new RegExp(`^${screen.say('price.tab.unpriced')}`) }).click()
  await screen.page.getByRole('searchbox', { name: screen.say('price.unpricedSearch') }).fill('far-away')
  await screen.page.getByRole('button', { name: screen.say('price.acceptOf', { model: 'far-away/gpt-5.1', source: 'OpenAI' }) }).click()
  const typical = screen.page.getByRole('region', { name: screen.say('price.typical.title') })
  await typical.getByText('far-away/gpt-5.1').waitFor()
  // 1,000 tokens at $1.25 and 300 at $10 a million.
  await typical.getByText(/\$0\.0042/).waitFor()
  await save(screen)
  await screen.sees(/Prices saved/)
  expect(await priceOf('far-away/gpt-5.1')).toMatchObject({ model_ratio: 0.625, completion_ratio: 8, price_source: 'ratio' })
})

test('the last days are charged again before anything is saved; a further edit makes that outdated', async () => {
  await put({ ModelRatio: { 'gpt-5-mini': 0.125 }, CompletionRatio: { 'gpt-5-mini': 8 } })
  expect(await scene.callModel(scene.facts.members.user.key, 'gpt-5-mini', '#in:9000 #out:900')).toBe(200)
  const screen = await prices()
  await find(screen, 'gpt-5-mini')
  await type(screen, 'gpt-5-mini', 'freshInput', '0.5')
  await bar(screen)
    .getByRole('button', { name: screen.say('price.simulate'), exact: true })
    .click()
  await bar(screen).getByText('1 of 1 users').waitFor()
  await bar(screen)
    .getByText(/\+\d+\.\d% revenue/)
    .waitFor()
  await bar(screen)
    .getByRole('button', { name: /^lin \+/ })
    .click()
  await screen.page
    .getByRole('dialog', { name: screen.say('price.payers') })
    .getByRole('row')
    .filter({ hasText: 'lin' })
    .waitFor()
  await screen.page.keyboard.press('Escape')
  expect(await bar(screen).getByText(screen.say('kit.outdated')).count()).toBe(0)
  await type(screen, 'gpt-5-mini', 'freshInput', '0.6')
  await bar(screen).getByText(screen.say('kit.outdated')).waitFor()
  await screen.button('price.simulateAgain').click()
  await bar(screen).getByText(screen.say('kit.outdated')).waitFor({ state: 'hidden' })
  expect(await priceOf('gpt-5-mini')).toMatchObject({ model_ratio: 0.125 })
})

test('a list of prices from elsewhere is taken over model by model, and what is skipped again goes back', async () => {
  await put({ ModelRatio: { 'gpt-5-mini': 0.125 }, CompletionRatio: { 'gpt-5-mini': 8 } })
  const screen = await prices()
  // The list lies outside, at an address that no test fetches: here it says this.
  const models = [
    { model: 'gpt-5-mini', prices: [{ key: 'ModelRatio', now: 0.125, proposed: 0.3 }] },
    { model: 'grok-house', prices: [{ key: 'ModelRatio', now: null, proposed: 0.1 }] },
  ]
  const data = { source: 'models-dev', fetched_at: 1_764_000_000, same: 3, unreadable: 0, models }
  await screen.page.route('**/api/price/sources/models-dev', (route) => route.fulfill({ json: { success: true, message: '', data } }))
  await screen.button('price.syncPresets').click()
  await screen.button('price.fetch').click()
  const review = screen.page.getByRole('complementary', { name: screen.say('price.review') })
  await review.locator('.tag-amber', { hasText: '+140.0%' }).first().waitFor()
  await review.getByRole('checkbox', { name: 'gpt-5-mini' }).check()
  await review.getByRole('checkbox', { name: 'grok-house' }).check()
  await bar(screen)
    .getByText(/^2 models/)
    .waitFor()
  await review.getByRole('checkbox', { name: 'gpt-5-mini' }).uncheck()
  await bar(screen).getByText('1 model, 1 price').waitFor()
  await save(screen)
  await screen.sees(/Prices saved/)
  const stored = await scene.root.call<{ key: string; value: string }[]>('GET', '/api/option/')
  const ratios = JSON.parse(stored.find(({ key }) => key === 'ModelRatio')?.value ?? '')
  expect([ratios['gpt-5-mini'], ratios['grok-house']]).toEqual([0.125, 0.1])
})

test('the input ratios go back to the built-in ones after a question', async () => {
  await put({ ModelRatio: { 'gpt-4o': 9 } })
  const screen = await prices('&prices=json')
  await screen.button('price.reset').click()
  await screen
    .dialog()
    .getByRole('button', { name: screen.say('price.reset') })
    .click()
  await screen.sees(screen.say('price.resetDone'))
  const stored = await scene.root.call<{ key: string; value: string }[]>('GET', '/api/option/')
  expect(JSON.parse(stored.find(({ key }) => key === 'ModelRatio')?.value ?? '')['gpt-4o']).toBe(1.25)
})

test('ratios of groups are set in a table, added and removed, and saved as a version', async () => {
  const screen = await scene.open('admin', '/admin/settings?card=groups')
  const ratio = (group: string) => screen.page.getByRole('textbox', { name: `${group} ${screen.say('price.groupRatio')}`, exact: true })
  await ratio('vip').fill('0.75')
  await ratio('vip').blur()
  await screen.field('price.newGroup').fill('night')
  await screen.button('price.addGroup').click()
  await ratio('night').fill('0.2')
  await ratio('night').blur()
  await screen.page.getByRole('textbox', { name: 'Selectable groups', exact: true }).fill('{"default": "All", "night": "By night"}')
  await save(screen)
  await screen.sees(/Prices saved/)
  const stored = await scene.root.call<{ key: string; value: string }[]>('GET', '/api/option/')
  const textOf = (key: string) => JSON.parse(stored.find((option) => option.key === key)?.value ?? '')
  expect(textOf('GroupRatio')).toMatchObject({ default: 1, vip: 0.75, night: 0.2 })
  expect(textOf('UserUsableGroups')).toEqual({ default: 'All', night: 'By night' })
})

test('a group that is in use is taken away once its members have somewhere to go', async () => {
  const stored = await scene.root.call<{ key: string; value: string }[]>('GET', '/api/option/')
  const ratios = JSON.parse(stored.find(({ key }) => key === 'GroupRatio')?.value ?? '')
  await put({ GroupRatio: { ...ratios, leaving: 3 } })
  const id = await scene.addChannel({ name: 'leaving', group: 'leaving' })
  const screen = await scene.open('admin', '/admin/settings?card=groups')
  await screen.page.getByRole('button', { name: screen.say('price.removeGroup', { name: 'leaving' }) }).click()
  await screen.sees(screen.say('price.moveText', { users: 0, tokens: 0, channels: 1 }))
  await screen.button('price.moveGroup').click()
  await screen.sees(screen.say('price.groupMoved'))
  await save(screen)
  await screen.sees(/Prices saved/)
  expect((await scene.root.call<{ group: string }>('GET', `/api/channel/${id}`)).group).toBe('default')
  expect(await scene.root.call<string[]>('GET', '/api/group/')).not.toContain('leaving')
})

test('on a phone, in Chinese: a price is typed, saved and seen, and nothing sticks out', async () => {
  const screen = await prices('', { size: '390x844', language: 'zh' })
  await find(screen, 'gpt-5-mini')
  await type(screen, 'gpt-5-mini', 'output', '3')
  await bar(screen).getByText('1 个模型，1 个价格').waitFor()
  expect(await screen.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await save(screen)
  await screen.sees(/价格已保存为版本 \d+/)
  const entry = await priceOf('gpt-5-mini')
  expect((entry?.model_ratio ?? 0) * (entry?.completion_ratio ?? 0) * 2).toBeCloseTo(3, 9)
})
