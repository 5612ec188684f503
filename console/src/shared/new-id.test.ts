import { afterEach, expect, test, vi } from 'vitest'
import { newId } from './new-id.ts'

afterEach(() => vi.unstubAllGlobals())

test('every id is another one, also on a page by plain http', () => {
  // What a browser gives to such a page.
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const ids = Array.from({ length: 1000 }, newId)
  expect(new Set(ids).size).toBe(1000)
  expect(ids.filter((id) => !/^[0-9a-f]{32}$/.test(id))).toEqual([])
})
