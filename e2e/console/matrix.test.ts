// Every page as everybody, in both languages, both themes, on the phone and at three widths of the desk.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Size, sharedBrowser } from './browser.ts'
import { allCells, hasAxe, lotsOf, nameOf, type Servers, walkLot } from './cells.ts'
import { fillServer } from './filling.ts'
import { galleryUrl } from './gallery-page.ts'
import { openConsoleServer } from './server.ts'

let servers: Servers
const closing: (() => Promise<void>)[] = []

beforeAll(async () => {
  const filled = await openConsoleServer()
  closing.push(filled.close)
  const facts = await fillServer(filled)
  closing.push(facts.close)
  const fresh = await openConsoleServer({ isSetUp: false })
  closing.push(fresh.close)
  servers = { filled: { url: filled.url, facts }, fresh, gallery: { url: await galleryUrl() } }
})

afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

const only = (process.env.CELLS ?? '').split(',').filter(Boolean)
/** They differ from 1440 in their layout alone, so each theme and each language is seen once there: those two that axe judges. */
const furtherSizes: readonly Size[] = ['1280x800', '1920x1080']
const cells = [...allCells(only), ...allCells(only, furtherSizes).filter(hasAxe)]

// Each lot has a verdict of its own, so that a run that is cut off has said something.
test.concurrent.each(lotsOf(cells))(
  'every page is whole in both languages and themes for: $name',
  async (lot) => {
    const faultsByCell: Record<string, readonly string[]> = {}
    const startedMs = performance.now()
    await walkLot(await sharedBrowser(), servers, lot.cells, async (cell, faults) => {
      if (faults.length === 0) return
      faultsByCell[nameOf(cell)] = faults
      // At once: a run that is cut off tells no verdicts.
      console.log(`${nameOf(cell)}: ${faults.join('; ')}`)
    })
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(0)
    console.log(`${lot.name}: ${lot.cells.length} cells in ${seconds} s, ${Object.keys(faultsByCell).length} with faults`)
    expect(faultsByCell).toEqual({})
  },
  2_400_000,
)
