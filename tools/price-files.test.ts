import { readFileSync } from 'node:fs'
import { waitForUpdate } from '@pydantic/genai-prices'
import { expect, test } from 'vitest'
import { makeCallSeed, makeSeed, makeSources } from './make-price-seed.ts'

const read = (file: string): unknown => JSON.parse(readFileSync(new URL(`../server/src/domain/pricing/${file}`, import.meta.url), 'utf8'))

test('the files of built-in prices are what make-price-seed.ts makes, unedited', async () => {
  const providers = (await waitForUpdate()) ?? []
  expect(read('price-seed.json')).toEqual(makeSeed(providers))
  expect(read('call-price-seed.json')).toEqual(makeCallSeed())
  expect(read('price-sources.json')).toEqual(makeSources(providers))
})
