// `npm run pictures`: the two pictures of the README, from a house that looks lived in: the usage logs with a call explained.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { enter, newContext, openBrowser, watch } from '../e2e/console/browser.ts'
import { fillHouse } from '../e2e/console/filling.ts'
import { openConsoleHouse } from '../e2e/console/house.ts'
import { wordsOf } from '../e2e/console/words.ts'
import { repacked } from './png.ts'
import { root } from './processes.ts'

const folder = join(root, 'docs/images')
mkdirSync(folder, { recursive: true })
const house = await openConsoleHouse()
const facts = await fillHouse(house)
const browser = await openBrowser()
const page = await (await newContext(browser, '1440x900')).newPage()
const watched = watch(page)
await page.goto(`${house.url}/api/status`)
await enter(page, house.url, facts.members.root)

for (const theme of ['light', 'dark']) {
  await page.evaluate((mode) => {
    localStorage.setItem('language', 'en')
    localStorage.setItem('theme-mode', mode)
  }, theme)
  await page.goto(`${house.url}/app/logs/api-usage?type=2&token_name=production-chat`)
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
await house.close()
process.exit(0)
