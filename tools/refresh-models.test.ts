import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeModelEnds } from './make-model-ends.ts'
import { makeSeed, makeSources, priceLists } from './make-price-seed.ts'
import { refreshModels } from './refresh-models.ts'
import { rowsText } from './rows-text.ts'

interface Model {
  readonly input: number
  readonly output: number
  readonly context: number
}

/** Price lists with these models of one vendor, as the package has them. */
const listsWith = (models: Readonly<Record<string, Model>>) =>
  priceLists.map((id) => ({
    id,
    name: id,
    pricing_urls: [],
    api_pattern: '',
    models: Object.entries(id === 'mistral' ? models : {}).map(([model, { input, output, context }]) => ({
      id: model,
      match: { equals: model },
      context_window: context,
      prices: { input_mtok: input, output_mtok: output },
    })),
  }))

const seedFile = 'server/src/domain/pricing/price-seed.json'
const endsFile = 'server/src/domain/catalog/model-ends.json'
const longestFile = 'tools/max-output-tokens.json'

const before = listsWith({
  'mistral-old': { input: 2, output: 6, context: 32_000 },
  'mistral-same': { input: 1, output: 3, context: 32_000 },
})
const after = listsWith({
  'mistral-old': { input: 1, output: 6, context: 64_000 },
  'mistral-same': { input: 1, output: 3, context: 32_000 },
  'mistral-new': { input: 4, output: 8, context: 128_000 },
})
const limits = {
  mistral: { models: { 'mistral-old': { limit: { output: 9000 } }, 'mistral-new': { limit: { output: 16_000 } } } },
  somewhere: { models: { 'mistral-old': { limit: { output: 4000 } }, 'nobody-asked': { limit: { output: 1 } } } },
}

/** A house whose lists are what the earlier input says, and one model's last day is not known yet. */
function house() {
  const home = mkdtempSync(join(tmpdir(), 'refresh-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const put = (file: string, text: string) => {
    mkdirSync(dirname(join(home, file)), { recursive: true })
    writeFileSync(join(home, file), text)
    return join(home, file)
  }
  const longest = { 'mistral-same': 5000 }
  put(longestFile, rowsText(longest))
  put(seedFile, rowsText(makeSeed(before as never, longest)))
  put('server/src/domain/pricing/price-sources.json', rowsText(makeSources(before as never)))
  put(endsFile, rowsText(Object.fromEntries(Object.entries(makeModelEnds()).filter(([model]) => model !== 'o3'))))
  const read = (file: string) => JSON.parse(readFileSync(join(home, file), 'utf8')) as Record<string, Record<string, unknown>>
  return { home, read, prices: put('lists.json', JSON.stringify(after)), limits: put('api.json', JSON.stringify(limits)) }
}

test('what two sources say anew is shown: models, prices, limits and last days', async () => {
  const { home, prices, limits } = house()
  expect(await refreshModels(home, { prices, limits }, { write: false })).toEqual([
    'Longest answers: new models (2)',
    '  mistral-new: 16000 tokens',
    '  mistral-old: 9000 tokens',
    'Prices: new models (1)',
    '  mistral-new: ratio 2, completion 2',
    'Prices: changed (2)',
    '  mistral-old: ratio 1 → 0.5',
    '  mistral-old: completion 3 → 6',
    'Limits of priced models: changed (2)',
    '  mistral-old: context 32000 → 64000',
    '  mistral-old: maxOutput none → 9000',
    'Last days: new (1)',
    '  o3: 2026-12-11',
  ])
})

test('nothing is changed unless it is told to write, and then there is nothing left to show', async () => {
  const { home, read, prices, limits } = house()
  const files = [seedFile, longestFile, endsFile]
  const held = files.map(read)
  await refreshModels(home, { prices, limits }, { write: false })
  expect(files.map(read)).toEqual(held)

  await refreshModels(home, { prices, limits }, { write: true })
  expect(read(seedFile)['mistral-new']).toMatchObject({ ratio: '2', maxOutput: 16_000, context: 128_000 })
  expect(read(longestFile)).toEqual({ 'mistral-new': 16_000, 'mistral-old': 9000, 'mistral-same': 5000 })
  expect(read(endsFile).o3).toMatchObject({ on: '2026-12-11' })
  expect(await refreshModels(home, { prices, limits }, { write: false })).toEqual([])
})

test('a number that any vendor of the list has is not changed', async () => {
  const { home, limits } = house()
  writeFileSync(join(home, longestFile), rowsText({ 'mistral-old': 4000 }))
  const lines = await refreshModels(home, { limits }, { write: false })
  expect(lines.filter((line) => line.includes('mistral-old'))).toEqual([])
})
