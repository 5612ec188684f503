// The models of a large installation: those that sell, the long tail of the built-in prices, and deployments that have no price.
import { priceSeed, type SeedPrice } from '../../server/src/domain/pricing/built-in-prices.ts'

/** The best seller first. */
const SELLERS = [
  ...['gpt-5-mini', 'claude-sonnet-4-5', 'gpt-5', 'deepseek-chat', 'gemini-2.5-flash', 'claude-haiku-4-5', 'gpt-4o-mini', 'glm-4.7'],
  ...['claude-opus-4-5', 'gpt-4.1', 'gemini-2.5-pro', 'deepseek-reasoner', 'gpt-4o', 'claude-sonnet-4-20250514', 'gpt-4.1-mini'],
  ...['codestral-latest', 'gemini-2.0-flash', 'gpt-4.1-nano', 'command-a-03-2025', 'gpt-3.5-turbo', 'claude-3-5-haiku-20241022'],
]
const ALL = 746
const PRICED = 640
const FAMILIES = ['llama-4-maverick-17b-128e-instruct-fp8', 'qwen3-235b-a22b-instruct', 'gpt-oss-120b', 'internal-rag', 'ft-gpt-4o-support']
const PLACES = ['frankfurt', 'shanghai-3', 'ap-southeast-1', 'on-premises-rack-14', 'eu-west', 'staging', 'canary']

export interface SoldModel {
  readonly name: string
  /** Absent: nobody has set a price, and calls of it are refused. */
  readonly price?: SeedPrice
}

/** A price of input and output alone, which a call is charged by in one step. */
const isPlain = (price: SeedPrice): boolean => Number(price.ratio) > 0 && !price.lengthTiers && !price.tiers && !price.uses

/** So many as a large installation offers, those first that sell best. */
export function largeModels(): readonly SoldModel[] {
  const sellers = SELLERS.filter((name) => isPlain(priceSeed.get(name) ?? { ratio: '0' }))
  const tail = [...priceSeed].filter(([name, price]) => isPlain(price) && !sellers.includes(name)).map(([name]) => name)
  const priced = [...sellers, ...spreadOver(tail, PRICED - sellers.length)]
  return [
    ...priced.map((name) => ({ name, price: priceSeed.get(name) ?? { ratio: '1' } })),
    ...Array.from({ length: ALL - PRICED }, (_, at) => ({
      name: `${FAMILIES[at % FAMILIES.length]}-${PLACES[at % PLACES.length]}-v${1 + Math.floor(at / FAMILIES.length)}`,
    })),
  ]
}

/** So many of them, from the first to the last. */
function spreadOver(names: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, at) => names[Math.floor((at * names.length) / count)] ?? '')
}

/** Tasks, which cost the same each. */
export const taskModels = [
  { model: 'mj_imagine', kind: 'drawing', platform: 'mj', action: 'IMAGINE', quota: 50_000 },
  { model: 'mj_upscale', kind: 'drawing', platform: 'mj', action: 'UPSCALE', quota: 25_000 },
  { model: 'suno_music', kind: 'music', platform: 'suno', action: 'MUSIC', quota: 50_000 },
  { model: 'kling-v2', kind: 'video', platform: 'Kling', action: 'GENERATE', quota: 1_750_000 },
] as const
