// The about page: built in, or what an admin wrote, without letting it run anything here.
/// <reference lib="dom" />
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScene, type Scene } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene?.close())

const write = (value: string) => scene.facts.members.root.client.call('PUT', '/api/option/', { key: 'About', value })

test('without an own text it names the product and the version, and the top bar leads to it', async () => {
  const { page, say, sees } = await scene.open('visitor', '/')
  await page
    .getByRole('navigation', { name: say('shell.topMenu') })
    .getByRole('link', { name: say('shell.about') })
    .click()
  await page.waitForURL('**/about')
  await sees(say('about.heading', { name: 'Waystation' }))
  await sees(say('about.version', { version: '0.1.0' }))
})

test('Markdown and HTML are shown, and a script in them is not run', async () => {
  await write('# Our relay\n\nRun by the *platform team*.')
  const { page } = await scene.open('visitor', '/about')
  await page.getByRole('heading', { name: 'Our relay' }).waitFor()
  await page.locator('em', { hasText: 'platform team' }).waitFor()

  await write('<h2>Who we are</h2><p onclick="document.title=\'run\'">Four people</p><script>document.title = "run"</script>')
  await page.reload()
  await page.getByRole('heading', { name: 'Who we are' }).waitFor()
  await page.getByText('Four people').click()
  expect(await page.title()).toBe('About · Waystation')
  expect(await page.locator('main script').count()).toBe(0)
  expect(await page.locator('main [onclick]').count()).toBe(0)
})

test('an https address is embedded as a stranger to this site', async () => {
  await write('https://about.example/us')
  const { page } = await scene.open('visitor', '/login')
  await page.route('https://about.example/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<p id="seen"></p><script>try { seen.textContent = String(parent.document.title) } catch { seen.textContent = "kept out" }</script>',
    }),
  )
  await page.goto(`${scene.url}/about`)
  await page.frameLocator('iframe').getByText('kept out').waitFor()
  expect(await page.locator('iframe').getAttribute('sandbox')).not.toContain('allow-same-origin')
  await write('')
})
