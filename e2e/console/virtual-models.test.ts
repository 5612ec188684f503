// Virtual models on the settings page: added in a dialog, saved as a version of the prices, called, edited and taken away.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScene, type Scene } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
  await scene.addChannel({ name: 'first', models: 'gpt-5-mini' })
  await scene.addChannel({ name: 'second', models: 'gpt-5-nano' })
})
afterAll(() => scene?.close())

const stored = async () => (await scene.root.call<{ mapping: Record<string, unknown> }>('GET', '/api/model_mapping/')).mapping
const settings = (options: Parameters<Scene['open']>[2] = {}) => scene.open('admin', '/admin/settings?tab=models&card=virtual', options)

test('a virtual model is added with two models behind it, saved, listed and called', { tags: 'main' }, async () => {
  const screen = await settings()
  const { page, say } = screen
  await screen.sees(say('virtual.emptyTitle'))
  await screen.button('virtual.add').click()
  const dialog = screen.dialog()
  // Nothing is taken over while the name or a model is missing.
  await dialog.getByRole('button', { name: say('virtual.done'), exact: true }).click()
  await dialog.getByText(say('virtual.nameMissing')).waitFor()
  await screen.field('virtual.name').fill('house-best')
  await dialog.getByRole('button', { name: say('virtual.addBehind'), exact: true }).click()
  for (const [at, model, priority] of [
    [0, 'gpt-5-mini', '10'],
    [1, 'gpt-5-nano', '5'],
  ] as const) {
    const line = dialog
      .getByRole('list', { name: say('virtual.behind') })
      .getByRole('listitem')
      .nth(at)
    await line.getByRole('combobox').fill(model)
    await page.locator('.ant-select-dropdown:visible').getByText(model, { exact: true }).click()
    await line.getByRole('textbox', { name: say('virtual.priority'), exact: true }).fill(priority)
  }
  await dialog.getByText(say('virtual.conditions')).nth(1).click()
  await dialog.getByRole('textbox', { name: say('virtual.when.minTokens'), exact: true }).fill('200000')
  await dialog.getByRole('button', { name: say('virtual.done'), exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: /^Save as version/ }).click()
  await screen
    .dialog()
    .getByRole('button', { name: say('action.save'), exact: true })
    .click()
  await screen.sees(/Prices saved as version \d+/)
  expect(await stored()).toEqual({
    'house-best': [
      { model: 'gpt-5-mini', priorities: 10 },
      { model: 'gpt-5-nano', priorities: 5, when: { min_prompt_tokens: 200_000 } },
    ],
  })
  expect(await scene.root.call('GET', '/api/user/models')).toContain('house-best')
  const { key } = await scene.root.call<{ key: string }>('POST', '/api/token/', { name: 'virtual', unlimited_quota: true })
  expect(await scene.callModel(`sk-${key}`, 'house-best', 'hello')).toBe(200)

  await page.getByRole('button', { name: say('virtual.remove', { name: 'house-best' }) }).click()
  await page.getByRole('button', { name: say('kit.revert'), exact: true }).click()
  await screen
    .dialog()
    .getByRole('button', { name: say('kit.revert'), exact: true })
    .click()
  await page.getByRole('button', { name: say('virtual.edit', { name: 'house-best' }) }).waitFor()
})
