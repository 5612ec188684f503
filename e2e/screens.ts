// `npm run screens`: a picture of every cell of the matrix, for a person to leaf through. `npm run screens -- tokens dark` makes those
// whose name has one of these parts. With `--large`: every place on the large installation, as whoever may do most there, at four sizes.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../tools/processes.ts'
import { openBrowser, type Size } from './console/browser.ts'
import { allCells, type Cell, nameOf, type Servers, walkCells } from './console/cells.ts'
import { fillServer } from './console/filling.ts'
import { galleryUrl } from './console/gallery-page.ts'
import { openConsoleServer } from './console/server.ts'
import { largeTexts, openLarge } from './large/large-scene.ts'

interface Stage {
  readonly servers: Servers
  readonly cells: readonly Cell[]
  close(): Promise<void>
}

const { values: flags, positionals: only } = parseArgs({
  allowPositionals: true,
  options: { large: { type: 'boolean', default: false } },
})
const folder = process.env.SCREENS_FOLDER ?? join(root, flags.large ? 'e2e/screens-large' : 'e2e/screens')
const { servers, cells, close } = await (flags.large ? largeStage() : usualStage())
const browser = await openBrowser()

if (only.length === 0) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const startedMs = performance.now()
const faulty: string[] = []
let count = 0
await walkCells(browser, servers, cells, async (cell, faults, page) => {
  await page.screenshot({ path: join(folder, `${nameOf(cell)}.png`) })
  count += 1
  if (faults.length > 0) faulty.push(`${nameOf(cell)}\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
})

for (const line of faulty) console.log(line)
console.log(
  `${count} pictures in ${folder} (${((performance.now() - startedMs) / 1000).toFixed(0)} s), ${faulty.length} of them with faults`,
)
await browser.close()
await close()
process.exit(0)

async function usualStage(): Promise<Stage> {
  const filled = await openConsoleServer()
  const facts = await fillServer(filled)
  const fresh = await openConsoleServer({ isSetUp: false })
  return {
    servers: { filled: { url: filled.url, facts }, fresh, gallery: { url: await galleryUrl() } },
    cells: allCells(only),
    async close() {
      await facts.close()
      await fresh.close()
      await filled.close()
    },
  }
}

async function largeStage(): Promise<Stage> {
  const sizes: readonly Size[] = ['390x844', '1280x800', '1440x900', '1920x1080']
  const { server, facts } = await openLarge(undefined, console.log)
  return {
    servers: { filled: { url: server.url, facts, texts: largeTexts } },
    // What the super admin sees is the most; a place that they have no cell of is seen as whoever has one.
    cells: allCells(only, sizes).filter(
      ({ place, visitor }) =>
        !place.isFresh && !place.isGallery && visitor === (place.only?.includes('root') === false ? place.only.at(-1) : 'root'),
    ),
    async close() {
      await facts.close()
      await server.close()
    },
  }
}
