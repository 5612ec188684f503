// Every page as everybody, in both languages, both themes, on the desk and the phone (docs: design/console.md, "How it is checked").
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedBrowser } from './browser.ts'
import { allCells, type Houses, nameOf, walkCells } from './cells.ts'
import { fillHouse } from './filling.ts'
import { galleryUrl } from './gallery-page.ts'
import { openConsoleHouse } from './house.ts'

let houses: Houses
const closing: (() => Promise<void>)[] = []

beforeAll(async () => {
  const filled = await openConsoleHouse()
  closing.push(filled.close)
  const facts = await fillHouse(filled)
  closing.push(facts.close)
  const fresh = await openConsoleHouse({ isSetUp: false })
  closing.push(fresh.close)
  houses = { filled: { url: filled.url, facts }, fresh, gallery: { url: await galleryUrl() } }
})

afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

test('every page is whole for everybody, in every language, theme and size', async () => {
  const faultsByCell: Record<string, readonly string[]> = {}
  const cells = allCells((process.env.CELLS ?? '').split(',').filter(Boolean))
  const startedMs = performance.now()
  await walkCells(await sharedBrowser(), houses, cells, async (cell, faults) => {
    if (faults.length > 0) faultsByCell[nameOf(cell)] = faults
  })
  console.log(
    `${cells.length} cells in ${((performance.now() - startedMs) / 1000).toFixed(0)} s, ${Object.keys(faultsByCell).length} with faults`,
  )
  expect(faultsByCell).toEqual({})
}, 1_200_000)
