// The pages that people carry with them, on a phone, in Chinese and at night: a part of the matrix, which looks at all pages in all ways.
/** @module-tag main */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedBrowser } from './browser.ts'
import { allCells, nameOf, walkCells } from './cells.ts'
import { openScene, type Scene } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene?.close())

const PLACES = {
  visitor: ['home', 'login', 'key-usage', 'pricing'],
  user: ['tokens', 'tokens-create', 'wallet', 'me', 'playground-talk', 'inbox-message', 'logs'],
  admin: [],
  root: ['dashboard', 'channels', 'channels-route', 'channels-upstream', 'channels-edit', 'users', 'settings'],
} as const

test('on a phone, in Chinese, in the dark, pages are whole and large enough for a finger', async () => {
  const cells = allCells(['dark-zh-390x844']).filter(({ place, visitor }) => PLACES[visitor].some((name) => name === place.name))
  expect(cells).toHaveLength(Object.values(PLACES).flat().length)
  const faultsByCell: Record<string, readonly string[]> = {}
  await walkCells(await sharedBrowser(), { filled: scene }, cells, async (cell, faults) => {
    if (faults.length > 0) faultsByCell[nameOf(cell)] = faults
  })
  expect(faultsByCell).toEqual({})
})
