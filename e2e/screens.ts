// `npm run screens`: a picture of every cell of the matrix, for a person to leaf through. `npm run screens -- tokens dark` makes those
// whose name has one of these parts.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../tools/processes.ts'
import { openBrowser } from './console/browser.ts'
import { allCells, nameOf, walkCells } from './console/cells.ts'
import { fillServer } from './console/filling.ts'
import { galleryUrl } from './console/gallery-page.ts'
import { openConsoleServer } from './console/server.ts'

const folder = process.env.SCREENS_FOLDER ?? join(root, 'e2e/screens')
const only = process.argv.slice(2)
const filled = await openConsoleServer()
const facts = await fillServer(filled)
const fresh = await openConsoleServer({ isSetUp: false })
const gallery = { url: await galleryUrl() }
const browser = await openBrowser()

if (only.length === 0) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const startedMs = performance.now()
const faulty: string[] = []
let count = 0
await walkCells(browser, { filled: { url: filled.url, facts }, fresh, gallery }, allCells(only), async (cell, faults, page) => {
  await page.screenshot({ path: join(folder, `${nameOf(cell)}.png`) })
  count += 1
  if (faults.length > 0) faulty.push(`${nameOf(cell)}\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
})

for (const line of faulty) console.log(line)
console.log(
  `${count} pictures in ${folder} (${((performance.now() - startedMs) / 1000).toFixed(0)} s), ${faulty.length} of them with faults`,
)
await browser.close()
await facts.close()
await fresh.close()
await filled.close()
process.exit(0)
