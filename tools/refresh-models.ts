// Shows what the sources of the lists about models say by now that the lists do not: new models, changed prices, changed limits, new last days.
// docs/recipes/a-refresh.md says how it is run. Nothing is changed without --write.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Provider } from '@pydantic/genai-prices'
import { longestAnswersOf, type ModelsDevList } from './longest-answers.ts'
import { makeModelEnds } from './make-model-ends.ts'
import { makeSeed, makeSources } from './make-price-seed.ts'
import { changesBetween, type FactChange, type ModelFacts } from './model-changes.ts'
import type { LongestAnswers } from './price-entries.ts'
import { root } from './processes.ts'
import { rowsText } from './rows-text.ts'

/** Where the sources lie. What is absent is not compared; absent libraries of makers are the installed ones. */
export interface RefreshSources {
  /** A package folder of @pydantic/genai-prices, or a JSON file with its list of providers. */
  readonly prices?: string | undefined
  /** A file of https://models.dev/api.json. */
  readonly limits?: string | undefined
  /** Package folders of the libraries of OpenAI and Anthropic, which tell last days. */
  readonly openai?: string | undefined
  readonly anthropic?: string | undefined
}

const files = {
  longest: 'tools/max-output-tokens.json',
  prices: 'server/src/domain/pricing/price-seed.json',
  priceSources: 'server/src/domain/pricing/price-sources.json',
  ends: 'server/src/domain/catalog/model-ends.json',
}

const limitFacts: readonly string[] = ['maxOutput', 'context']

/**
 * Compares the sources with the lists below `home`, and writes the lists if it is told to. Returns the lines to show. Throws Error where a
 * source cannot be read.
 */
export async function refreshModels(home: string, from: RefreshSources, options: { readonly write: boolean }): Promise<string[]> {
  const read = (file: string) => JSON.parse(readFileSync(join(home, file), 'utf8')) as ModelFacts
  const write = (file: string, rows: object) => options.write && writeFileSync(join(home, file), rowsText({ ...rows }))
  const lines: string[] = []

  let longest = read(files.longest) as unknown as LongestAnswers
  if (from.limits !== undefined) {
    const found = longestAnswersOf(JSON.parse(readFileSync(from.limits, 'utf8')) as ModelsDevList, longest)
    lines.push(...limitLines(longest, found))
    write(files.longest, found)
    longest = found
  }
  if (from.prices !== undefined) {
    const providers = await providersAt(from.prices)
    const found = makeSeed(providers, longest)
    lines.push(...priceLines(read(files.prices), found as unknown as ModelFacts))
    write(files.prices, found)
    write(files.priceSources, makeSources(providers))
  }
  const { openai, anthropic } = from
  const ends = makeModelEnds({ ...(openai !== undefined && { openai }), ...(anthropic !== undefined && { anthropic }) })
  lines.push(...endLines(read(files.ends), ends as unknown as ModelFacts))
  write(files.ends, ends)
  return lines
}

async function providersAt(path: string): Promise<readonly Provider[]> {
  if (path.endsWith('.json')) return JSON.parse(readFileSync(path, 'utf8')) as Provider[]
  const entry = pathToFileURL(join(path, 'dist/index.js')).href
  const { waitForUpdate } = (await import(entry)) as typeof import('@pydantic/genai-prices')
  const providers = await waitForUpdate()
  if (!providers) throw new Error(`no price lists in ${path}`)
  return providers
}

function limitLines(held: LongestAnswers, found: LongestAnswers): string[] {
  const facts = (longest: LongestAnswers) => Object.fromEntries(Object.entries(longest).map(([name, tokens]) => [name, { tokens }]))
  const { added, changed } = changesBetween(facts(held), facts(found))
  return [
    ...section('Longest answers: new models', added, (name) => `${name}: ${found[name]} tokens`),
    ...section('Longest answers: changed', changed, (change) => `${change.model}: ${fromTo(change)} tokens`),
  ]
}

function priceLines(held: ModelFacts, found: ModelFacts): string[] {
  const { added, gone, changed } = changesBetween(held, found)
  const isLimit = ({ fact }: FactChange) => limitFacts.includes(fact)
  const told = (change: FactChange) => `${change.model}: ${change.fact} ${fromTo(change)}`
  return [
    ...section(
      'Prices: new models',
      added,
      (name) => `${name}: ratio ${text(found[name]?.ratio)}, completion ${text(found[name]?.completion)}`,
    ),
    ...section('Prices: models that have left the lists', gone, (name) => name),
    ...section(
      'Prices: changed',
      changed.filter((change) => !isLimit(change)),
      told,
    ),
    ...section('Limits of priced models: changed', changed.filter(isLimit), told),
  ]
}

function endLines(held: ModelFacts, found: ModelFacts): string[] {
  const { added, gone, changed } = changesBetween(held, found)
  return [
    ...section('Last days: new', added, (name) => `${name}: ${text(found[name]?.on)}`),
    ...section('Last days: no longer told', gone, (name) => name),
    ...section('Last days: changed', changed, (change) => `${change.model}: ${change.fact} ${fromTo(change)}`),
  ]
}

function section<Row>(title: string, rows: readonly Row[], line: (row: Row) => string): string[] {
  return rows.length === 0 ? [] : [`${title} (${rows.length})`, ...rows.map((row) => `  ${line(row)}`)]
}

const fromTo = ({ before, after }: FactChange) => `${text(before)} → ${text(after)}`
const text = (fact: unknown) => (typeof fact === 'string' ? fact : (JSON.stringify(fact) ?? 'none'))

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const path = { type: 'string' } as const
  const { values } = parseArgs({
    options: { prices: path, limits: path, openai: path, anthropic: path, write: { type: 'boolean', default: false } },
  })
  const { write, ...from } = values
  const lines = await refreshModels(root, { prices: join(root, 'node_modules/@pydantic/genai-prices'), ...from }, { write })
  console.log(lines.length === 0 ? 'The lists are what their sources say.' : lines.join('\n'))
  if (lines.length > 0 && !write) console.log('Nothing was changed; --write does.')
}
