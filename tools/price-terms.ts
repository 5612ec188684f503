// What vendors charge beside the price of a token, and how long their models answer: where the price lists that make-price-seed.ts reads do
// not say it, from the vendors' own pages as of the date given. Prices are decimal text.
import { readFileSync } from 'node:fs'
import type { ModelPrice } from '@pydantic/genai-prices'

// Read on 2026-11-22:
// - OpenAI, https://platform.openai.com/docs/pricing "Built-in tools": $10 per 1,000 calls of the tool; $25 for the preview tool on models that
//   do not reason, and for the search models, which always search.
// - Anthropic, https://platform.claude.com/docs/en/about-claude/pricing "Web search tool": $10 per 1,000 searches.
// - Google, https://ai.google.dev/gemini-api/docs/pricing "Grounding with Google Search": Gemini 2 and older $35 per 1,000 prompts that were
//   grounded, Gemini 3 and newer $14 per 1,000 queries.

/** Dollars for one use, by kind of use. */
export function usesOf(source: string, name: string, prices: ModelPrice): Record<string, string> {
  const uses: Record<string, string> = {}
  const put = (kind: string, perThousand: number | undefined) => {
    if (perThousand !== undefined && perThousand > 0) uses[kind] = perThousandth(perThousand)
  }
  put('request', flat(prices.requests_kcount))
  put('webSearch', flat(prices.web_searches_kcount))
  put('fileSearch', flat(prices.storage_searches_kcount))
  if (source === 'openai' && isOpenAIChat(name)) openAIUses(name, put, uses)
  if (source === 'anthropic' && /^claude-/.test(name)) if (!uses.webSearch) put('webSearch', 10)
  if (source === 'google' && /^gemini-([3-9]|(flash|flash-lite|pro)-latest)/.test(name)) put('webSearch', 14)
  else if (source === 'google' && /^gemini-/.test(name)) put('groundedPrompt', 35)
  return uses
}

function openAIUses(name: string, put: (kind: string, perThousand: number) => void, uses: Readonly<Record<string, string>>): void {
  const search = /-search-(preview|api)/.exec(name)?.[1]
  if (search !== undefined) {
    put('request', search === 'preview' ? 25 : 10)
    return
  }
  if (!uses.webSearch) put('webSearch', 10)
  put('webSearchPreview', /^(gpt-4|chatgpt)/.test(name) ? 25 : 10)
  if (!uses.fileSearch) put('fileSearch', 2.5)
}

const isOpenAIChat = (name: string) =>
  /^(gpt-[4-9]|o\d|chatgpt-|codex-)/.test(name) && !/(audio|realtime|transcribe|tts|image|embedding)/.test(name)

/** OpenAI's factors of fast mode, which was called priority processing, over the standard price. Source: https://openai.com/api-priority-processing/ */
const openAIPriority: readonly (readonly [RegExp, string])[] = [
  [/^gpt-5\.5(-\d{4}|$)/, '2.5'],
  [/^gpt-5-mini/, '1.8'],
  [/^gpt-5(\.[1-4])?(-codex|-codex-max|-mini|-\d{4}-\d\d-\d\d)?$/, '2'],
  [/^gpt-4\.1-nano/, '2'],
  [/^gpt-4\.1/, '1.75'],
  [/^gpt-4o-2024-05-13$/, '1.75'],
  [/^gpt-4o-mini(-2024-07-18)?$/, '1.666666666667'],
  [/^gpt-4o(-2024-\d\d-\d\d)?$/, '1.7'],
  [/^o3(-2025-04-16)?$/, '1.75'],
  [/^o4-mini(-2025-04-16)?$/, '1.818181818182'],
]
/** Half of the standard price. Source: https://platform.openai.com/docs/guides/flex-processing */
const OPENAI_FLEX = /^(gpt-5(\.[1-5])?(-mini|-nano|-pro)?(-\d{4}-\d\d-\d\d)?|o3|o4-mini)$/
/** Source: https://platform.claude.com/docs/en/build-with-claude/fast-mode */
const anthropicFast: readonly (readonly [RegExp, string])[] = [
  [/^claude-opus-4-[67]/, '6'],
  [/^claude-opus-(4-8|5$)/, '2'],
]
/** Models of February 2026 and later. Source: https://platform.claude.com/docs/en/about-claude/pricing, "Data residency pricing" */
const ANTHROPIC_GEO = /^claude-((opus|sonnet)-4-[6-9]|(opus|sonnet|haiku|fable)-[5-9])/

/**
 * Of films: 46 yuan a million tokens, 28 where a film is given, 51 and 31 at 1080p; of the fast model 37 and 22. Source:
 * https://www.volcengine.com/docs/82379, "Model prices", Seedance 2.0.
 */
const seedanceTiers: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['doubao-seedance-2-0-fast', { 'film:given': '0.594594594595' }],
  ['doubao-seedance-2-0', { 'film:given': '0.608695652174', 'film:1080p': '1.108695652174', 'film:given:1080p': '0.673913043478' }],
]

/** Factors on the price of all tokens, by tier. */
export function tiersOf(source: string, name: string): Record<string, string> {
  const found = (table: readonly (readonly [RegExp, string])[]) => table.find(([pattern]) => pattern.test(name))?.[1]
  const tiers: Record<string, string> = {}
  if (source === 'openai') {
    const priority = found(openAIPriority)
    if (priority !== undefined) Object.assign(tiers, { priority, fast: priority })
    if (OPENAI_FLEX.test(name)) tiers.flex = '0.5'
  }
  if (source === 'anthropic') {
    const fast = found(anthropicFast)
    if (fast !== undefined) tiers.fast = fast
    if (ANTHROPIC_GEO.test(name)) tiers['geo:us'] = '1.1'
  }
  if (source === 'volcengine') Object.assign(tiers, seedanceTiers.find(([start]) => name.startsWith(start))?.[1])
  return tiers
}

/**
 * The most tokens that models answer with, by name. Source: the vendors' lists of models as https://models.dev collects them, generated on
 * 2026-11-10, and for models that have left it the vendors' documentation.
 */
export const longestAnswers = JSON.parse(readFileSync(new URL('./max-output-tokens.json', import.meta.url), 'utf8')) as Record<
  string,
  number
>

/** The most tokens that a model answers with; undefined where it is not known, under this name or one that differs by date or spelling. */
export function maxOutputOf(name: string, longest: Readonly<Record<string, number>> = longestAnswers): number | undefined {
  const bare = name.slice(name.lastIndexOf('/') + 1)
  const undated = bare.replace(/-(\d{4}-\d\d-\d\d|\d{8}|\d{4}|latest|preview)$/, '')
  const dotted = (one: string) => one.replace(/^(gpt-\d)-(\d)/, '$1.$2')
  const family = dotted(undated).replace(/-(codex|codex-max|codex-mini|mini|chat|chat-latest|high|deep-research|preview-\d\d-\d{4})$/, '')
  for (const one of [name, bare, dotted(bare), undated, dotted(undated), `${undated}-latest`, family])
    if (Object.hasOwn(longest, one)) return longest[one]
  return undefined
}

const flat = (price: ModelPrice[string]): number | undefined => (typeof price === 'number' ? price : undefined)

/** A price per thousand as the price of one, exact: 2.5 is 0.0025. */
function perThousandth(perThousand: number): string {
  const [whole = '0', places = ''] = String(perThousand).split('.')
  const digits = (whole + places).padStart(places.length + 4, '0')
  const point = digits.length - places.length - 3
  return `${digits.slice(0, point)}.${digits.slice(point)}`.replace(/\.?0+$/, '')
}
