// Writes server/src/domain/catalog/model-ends.json: until when the makers of models serve them at their own addresses, and what they name in
// their place. Run by hand when one of its sources changes (`npx node tools/make-model-ends.ts`); it reads the installed libraries of two
// makers, and the dates below, which stand in the documentation of the others. docs/prices.md says where each comes from.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './processes.ts'
import { rowsText } from './rows-text.ts'

/** The last day of a model at its maker. */
export interface ModelEnd {
  /** `YYYY-MM-DD`. */
  readonly on: string
  /** What its maker names in its place; absent: nothing is known. */
  readonly successor?: string
  readonly source: 'openai' | 'anthropic' | 'google' | 'deepseek' | 'alibaba' | 'xai'
}

interface Group extends ModelEnd {
  readonly models: readonly string[]
}

/** From the pages on which makers announce the ends of their models, read in November 2026. */
const announced: readonly Group[] = [
  { on: '2026-05-12', successor: 'gpt-image-2', source: 'openai', models: ['dall-e-2', 'dall-e-3'] },
  { on: '2026-10-23', source: 'openai', models: ['gpt-image-1'] },
  { on: '2026-12-01', successor: 'gpt-image-2', source: 'openai', models: ['gpt-image-1.5', 'gpt-image-1-mini', 'chatgpt-image-latest'] },
  { on: '2026-09-24', source: 'openai', models: ['sora-2', 'sora-2-pro'] },
  { on: '2026-07-24', successor: 'deepseek-v4-flash', source: 'deepseek', models: ['deepseek-chat', 'deepseek-reasoner'] },
  {
    ...{ on: '2026-08-17', successor: 'gemini-3-pro-image', source: 'google' },
    models: ['imagen-4.0-generate-001', 'imagen-4.0-ultra-generate-001', 'imagen-4.0-fast-generate-001', 'imagen-3.0-generate-002'],
  },
  {
    ...{ on: '2026-10-10', source: 'alibaba' },
    models: ['qwen-turbo', 'qwen-vl-max', 'qwen-vl-plus', 'qwq-plus', 'qvq-max', 'qvq-plus', 'qwen3-max'],
  },
  { on: '2026-05-30', successor: 'qwen3-rerank', source: 'alibaba', models: ['gte-rerank', 'gte-rerank-v2'] },
  { on: '2026-11-02', successor: 'grok-imagine-image-2.0', source: 'xai', models: ['grok-imagine-image-quality'] },
]

/** What the two makers whose libraries tell dates name in place of these. The first that fits. */
const successors: readonly (readonly [RegExp, string])[] = [
  [/^gpt-5-(mini|nano)|^gpt-(4o|4\.1)(-mini)?(-\d{4}|$)/, 'gpt-6-luna'],
  [/^(gpt-5|o3)(-\d{4}|$)/, 'gpt-6.1-sol'],
  [/^claude-sonnet-4-5/, 'claude-sonnet-5-5'],
]

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const ends = makeModelEnds()
  writeFileSync(join(root, 'server/src/domain/catalog/model-ends.json'), rowsText(ends))
  console.log(`model-ends.json: ${Object.keys(ends).length}`)
}

/** The folders of the two makers' libraries. */
export interface MakerLibraries {
  readonly openai: string
  readonly anthropic: string
}

const installed: MakerLibraries = {
  openai: join(root, 'node_modules/openai'),
  anthropic: join(root, 'node_modules/@anthropic-ai/sdk'),
}

/** All ends that are known, sorted by name. Throws Error where a library does not tell its dates as it did. */
export function makeModelEnds(libraries: Partial<MakerLibraries> = {}): Record<string, ModelEnd> {
  const { openai, anthropic } = { ...installed, ...libraries }
  const told = [...datesOfOpenAI(openai), ...datesOfAnthropic(anthropic)].map(([model, on, source]) => {
    const successor = successors.find(([pattern]) => pattern.test(model))?.[1]
    return [model, { on, ...(successor === undefined ? {} : { successor }), source }] as const
  })
  const read = announced.flatMap(({ models, ...end }) => models.map((model) => [model, end] as const))
  return Object.fromEntries([...told, ...read].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

type Told = readonly [model: string, on: string, source: ModelEnd['source']]

/** Its types list the models of each date in a comment. */
function datesOfOpenAI(library: string): Told[] {
  const folder = join(library, 'resources')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.d.ts'))
  const found = files.flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8').replaceAll(/\n\s*\* */g, ' ')
    return [...text.matchAll(/- ((?:"[^"]+",? ?)+): Announced shutdown date: (\d{4}-\d\d-\d\d)/g)].flatMap(([, models = '', on = '']) =>
      [...models.matchAll(/"([^"]+)"/g)].map(([, model = '']): Told => [model, on, 'openai']),
    )
  })
  if (found.length < 50) throw new Error(`the types of openai tell ${found.length} dates`)
  return found
}

/** It warns of models by a table with the dates in words. */
function datesOfAnthropic(library: string): Told[] {
  const text = readFileSync(join(library, 'resources/messages/messages.js'), 'utf8')
  const table = /const DEPRECATED_MODELS = \{([^}]*)\}/.exec(text)?.[1] ?? ''
  const found = [...table.matchAll(/'([^']+)': '(\w+ \d+)\w\w, (\d{4})'/g)].map(([, model = '', day = '', year = '']): Told => {
    return [model, new Date(`${day}, ${year} UTC`).toISOString().slice(0, 10), 'anthropic']
  })
  if (found.length === 0) throw new Error('the library of Anthropic tells no dates')
  return found
}
