import { readFileSync } from 'node:fs'
import { waitForUpdate } from '@pydantic/genai-prices'
import { expect, test } from 'vitest'
import { makeModelEnds } from './make-model-ends.ts'
import { makeCallSeed, makeSeed, makeSources } from './make-price-seed.ts'

const read = (file: string, room = 'pricing'): unknown =>
  JSON.parse(readFileSync(new URL(`../server/src/domain/${room}/${file}`, import.meta.url), 'utf8'))

test('the files of built-in prices are what make-price-seed.ts makes, unedited', async () => {
  const providers = (await waitForUpdate()) ?? []
  expect(read('price-seed.json')).toEqual(makeSeed(providers))
  expect(read('call-price-seed.json')).toEqual(makeCallSeed(providers))
  expect(read('price-sources.json')).toEqual(makeSources(providers))
})

test('the file of the ends of models is what make-model-ends.ts makes, unedited', () => {
  expect(read('model-ends.json', 'catalog')).toEqual(makeModelEnds())
})
