// Limits as people use them: of a token by its owner, of a user by an admin, on the desk and on the phone.
/// <reference lib="dom" />
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScene, type Scene } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene?.close())

interface Budget {
  readonly token_id: number
  readonly unit: string
  readonly limit: number
  readonly period: string
  readonly zone: string
  readonly soft_limit: number
}

test.each([
  { size: '1440x900', language: 'zh' },
  { size: '390x844', language: 'en' },
] as const)(
  'an owner limits the money of a token by the week and its calls at once, sees both, and takes them away ($size, $language)',
  async ({ size, language }) => {
    const { client } = scene.facts.members.user
    const name = `budget-${size}`
    const token = await client.call<{ id: number }>('POST', '/api/token/', { name })
    const screen = await scene.open('user', '/app/tokens', { size, language })
    const { page, say, field, button, sees } = screen
    const open = async () => {
      if (size === '1440x900') return screen.act(name, 'budget.action')
      await page.getByText(name, { exact: true }).waitFor()
      const card = page.locator('.card').filter({ hasText: name })
      await card.getByRole('button', { name: say('action.more') }).click()
      await page.getByText(say('budget.action'), { exact: true }).last().click()
    }
    const select = async (unit: 'money' | 'calls', period: 'week' | 'at_once') => {
      await field('budget.period').click()
      const text = `${say(`budget.units.${unit}`)} · ${say(`budget.periods.${period}`)}`
      await page.locator('.ant-select-item-option').filter({ hasText: text }).click()
    }
    const own = async () => (await client.call<Budget[]>('GET', '/api/token/budgets')).filter(({ token_id }) => token_id === token.id)
    await open()
    await sees(say('budget.titleToken', { name }))
    await select('money', 'week')
    await field('budget.limit').fill('2')
    await field('budget.soft').fill('3')
    await button('budget.save').click()
    await sees(say('budget.softAbove'))
    await field('budget.soft').fill('1.5')
    await button('budget.save').click()
    await sees(say('budget.saved'))
    await page
      .getByRole('img', { name: say('budget.now', { spent: '$0.00', limit: '$2.00' }) })
      .first()
      .waitFor()
    await button('budget.add').click()
    await select('calls', 'at_once')
    await field('budget.mostOf.calls').fill('7')
    await button('budget.save').click()
    await sees(say('budget.most', { limit: '7' }))
    expect(await own()).toMatchObject([
      { unit: 'money', period: 'week', limit: 1_000_000, soft_limit: 750_000 },
      { unit: 'calls', period: 'at_once', limit: 7 },
    ])
    for (let left = 2; left > 0; left--) {
      await button('budget.remove').first().click()
      await sees(say('budget.confirmRemove'))
      await button('budget.remove').last().click()
      await expect.poll(own).toHaveLength(left - 1)
    }
    await sees(say('budget.removed'))
    expect(screen.watched.takeTroubles()).toEqual([])
  },
)

test('an admin limits a user, who finds the budget in the wallet', async () => {
  const { username, client } = scene.facts.members.user
  const screen = await scene.open('root', `/admin/users?keyword=${username}`)
  await screen.act(username, 'budget.action')
  await screen.field('budget.limit').fill('5')
  await screen.button('budget.save').click()
  await screen.sees(screen.say('budget.saved'))
  expect(await client.call('GET', '/api/user/budgets')).toMatchObject([{ unit: 'money', period: 'month', limit: 2_500_000, spent: 0 }])
  await screen.context.close()
  const own = await scene.open('user', '/app/wallet')
  await own.sees(own.say('budget.mine'))
  await own.page
    .getByRole('img', { name: /of \$5\.00/ })
    .first()
    .waitFor()
})
