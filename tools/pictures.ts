// `npm run pictures`: the two pictures of the README, from a server that looks lived in: the usage logs with a call explained.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { enter, newContext, openBrowser, watch } from '../e2e/console/browser.ts'
import { fillServer } from '../e2e/console/filling.ts'
import { openConsoleServer } from '../e2e/console/server.ts'
import { wordsOf } from '../e2e/console/words.ts'
import { repacked } from './png.ts'
import { root } from './processes.ts'

const folder = join(root, 'docs/images')
mkdirSync(folder, { recursive: true })
const server = await openConsoleServer()
const facts = await fillServer(server)
const browser = await openBrowser()
const page = await (await newContext(browser, '1440x900')).newPage()
const watched = watch(page)
await page.goto(`${server.url}/api/status`)
await enter(page, server.url, facts.members.root)

for (const theme of ['light', 'dark']) {
  await page.evaluate((mode) => {
    localStorage.setItem('language', 'en')
    localStorage.setItem('theme-mode', mode)
  }, theme)
  await page.goto(`${server.url}/app/logs/api-usage?type=2&token_name=production-chat`)
  await watched.settled()
  await page
    .getByRole('button', { name: wordsOf('en', 'action.expand') })
    .first()
    .click()
  await watched.settled()
  // Nothing in the picture is under the mouse.
  await page.mouse.move(720, 2)
  const path = join(folder, `console-${theme}.png`)
  const picture = repacked(await page.screenshot())
  writeFileSync(path, picture)
  console.log(`${path} (${Math.round(picture.length / 1000)} KB)`)
}
await browser.close()
await facts.close()
await server.close()
process.exit(0)
