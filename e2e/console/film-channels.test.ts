// A channel for films, made in the drawer: what its key looks like, and what becomes of a key that is none.
/// <reference lib="dom" />
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScene, type Scene } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene?.close())

test.each([
  ['1440x900', 'zh', '即梦'],
  ['390x844', 'en', 'jimeng'],
] as const)('a channel of Jimeng says how its key is written, and takes no other (%s, %s)', async (size, language, word) => {
  const { page, say, sees, button, watched } = await scene.open('root', '/admin/channels?edit=new', { size, language })
  const search = page.getByRole('searchbox', { name: /\d\d/ })
  await search.fill(word)
  await search.press('Enter')
  await page
    .locator('.provider-line')
    .getByText(/即梦|Jimeng/)
    .first()
    .waitFor()
  await page
    .getByText(language === 'zh' ? /访问密钥 AK\|SK/ : /with an access key as AK\|SK/)
    .first()
    .waitFor()
  const key = page.getByLabel(say('channel.key'), { exact: true })
  expect(await key.getAttribute('placeholder')).toBe('access-key|secret-key')
  await page.getByLabel(say('channel.name'), { exact: true }).fill(`films ${size}`)
  await page.getByLabel(say('channel.models'), { exact: true }).fill('jimeng_t2v_v30')
  await page.keyboard.press('Enter')
  await key.fill('AKLTexample')
  await button('channel.createOne').click()
  await page
    .getByText(/access-key\|secret-key/)
    .first()
    .waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true')
  expect(await page.evaluate(() => document.body.scrollWidth - document.body.clientWidth)).toBe(0)
  await key.fill('AKLTexample|c2VjcmV0')
  await button('channel.createOne').click()
  await sees(say('channel.createdToast'))
  const made = await scene.root.call<{ type: number; models: string; base_url: string }[]>('GET', `/api/channel/search?keyword=${size}`)
  expect(made).toMatchObject([{ type: 51, models: 'jimeng_t2v_v30' }])
  expect(watched.takeTroubles()).toEqual([])
})
