// The doctor in the console: the checks of the installation on the settings page, and what each family of clients finds at a channel and with
// a token.
/// <reference lib="dom" />
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prompts, tool } from '../../server/src/gateway/client-checks/check-dialect.ts'
import type { FakePart } from '../../server/src/testing/fakes/fake-provider-ask.ts'
import { openScene, type Scene, type Screen } from './scene.ts'

const MODEL = 'gpt-5-mini'

/** A vendor that answers every check well but the one for structured output. */
const obedient: FakePart = ({ texts, toolRounds = 0, schema }) => {
  if (schema !== undefined) return { text: 'Paris' }
  if (!texts.includes(prompts.tools) || toolRounds > 0) return { text: 'Hello' }
  return { calls: [{ name: tool.name, argumentText: '{"city":"Paris"}' }] }
}

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
  const other = await scene.root.call<{ id: number }[]>('GET', '/api/channel/?page_size=100')
  for (const channel of other) await scene.root.call('DELETE', `/api/channel/${channel.id}`)
  await scene.addChannel({ name: 'relay', models: MODEL })
  scene.facts.provider.play(MODEL, obedient)
})
afterAll(() => scene?.close())

const phone = { language: 'zh', size: '390x844' } as const
const fitsWidth = ({ page }: Screen) => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

test('a super admin checks the installation, sees what to do, and when it was checked', async () => {
  const screen = await scene.open('root', '/admin/settings?tab=other&card=info')
  const { page, say, button, sees, watched } = screen
  await sees(say('settings.doctor.none'))
  await button('settings.doctor.run').click()
  const list = page.locator('.doctor li')
  const address = list.filter({ hasText: 'Server address' })
  await address.waitFor()
  expect(await address.innerText()).toContain('Set it on the settings page')
  // What is in order waits below.
  const disk = list.filter({ hasText: 'Disk' })
  expect(await disk.isVisible()).toBe(false)
  await button('settings.doctor.again').waitFor()
  await page.reload()
  await page.locator('.doctor summary').click()
  await disk.getByText(/GB are free/).waitFor()
  await expect.poll(() => page.locator('.doctor .field-hint').innerText()).toMatch(/^Checked /)
  expect(watched.takeTroubles()).toEqual([])

  const small = await scene.open('root', '/admin/settings?tab=other&card=info', phone)
  await small.page.locator('.doctor li').filter({ hasText: '服务器地址' }).getByText('请在设置页填写').waitFor()
  expect(await fitsWidth(small)).toBe(true)
})

test('an admin checks what clients find at a channel: a table, and the field at fault', async () => {
  const screen = await scene.open('admin', '/admin/channels')
  const { say, act, button, dialog, watched } = screen
  await act('relay', 'clients.action')
  await button('clients.start').click()
  await dialog()
    .getByText(say('clients.faults_other', { count: 3 }))
    .first()
    .waitFor()
  const codex = dialog().getByRole('row').filter({ hasText: 'Codex' })
  expect(await codex.getByRole('img', { name: say('clients.good'), exact: true }).count()).toBe(4)
  const openai = dialog().getByRole('row').filter({ hasText: 'OpenAI SDK' })
  await openai.getByRole('img', { name: /^Fault: text in the answer is "Paris"$/ }).waitFor()
  expect(await dialog().getByRole('listitem').filter({ hasText: 'OpenAI SDK · JSON schema' }).innerText()).toContain(
    'text in the answer is "Paris"',
  )
  expect(watched.takeTroubles()).toEqual([])
})

test('a run can be cancelled', async () => {
  scene.facts.provider.play(MODEL, undefined)
  const { say, act, page, button, sees } = await scene.open('admin', '/admin/channels')
  await act('relay', 'clients.action')
  const answer = Promise.withResolvers<void>()
  await page.route('**/clients', async (route) => {
    await answer.promise
    await route.continue().catch(() => undefined)
  })
  await button('clients.start').click()
  await sees(say('clients.progress', { done: 0, count: 6 }))
  await button('clients.cancel').click()
  await sees(say('clients.cancelled', { done: 0, count: 6 }))
  await button('clients.again').waitFor()
  answer.resolve()
  scene.facts.provider.play(MODEL, obedient)
})

test('the owner of a token agrees to the cost first, and then sees what clients find with it', async () => {
  const { id } = await scene.root.call<{ id: number }>('POST', '/api/token/', { name: 'mine', unlimited_quota: true })
  const screen = await scene.open('root', `/app/connect?token=${id}`, phone)
  const { page, say, button, dialog, watched } = screen
  await button('clients.action').click()
  await dialog()
    .getByRole('button', { name: say('clients.start') })
    .click()
  await page.getByText(/令牌最多支付/).waitFor()
  await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: say('clients.start') })
    .click()
  await page
    .getByText(say('clients.faults_other', { count: 3 }))
    .first()
    .waitFor()
  await page.locator('.clients-cards > li').filter({ hasText: 'Gemini CLI' }).waitFor()
  expect(await fitsWidth(screen)).toBe(true)
  expect(watched.takeTroubles()).toEqual([])
})
