// What a model is matched by: vendors' bills, their APIs and resellers spell one model in several ways.
import { withoutEnd } from '@waystation/contract/values/without-end'

/** Endings that say when a model was made, or which of its versions an alias stands for. */
const DATE = /[-@](20\d{6}|20\d{2}-\d{2}-\d{2}|(0[1-9]|1[0-2])([0-2]\d|3[01]))(?=$|-)/g
const VERSION = /(-v\d+)?(:\d+)?$/
const VENDOR = /^((us|eu|apac|global|jp|au)\.)?(anthropic|amazon|meta|mistral|cohere|deepseek|openai|google|qwen|ai21)\./
const ENDING = /[- ](latest|preview|exp|experimental)\b/g

/**
 * The key of a model's name: `claude-sonnet-4-5-20250929`, `anthropic.claude-sonnet-4-5-20250929-v1:0` and `Claude Sonnet 4.5` have one.
 * Words count in any order, since `claude-3-5-haiku` is sold as `Claude Haiku 3.5`; numbers count in theirs.
 */
export function modelKey(name: string): string {
  const lower = name.toLowerCase().trim()
  const bare = lower
    .slice(lower.lastIndexOf('/') + 1)
    .replace(VENDOR, '')
    .replace(VERSION, '')
    .replace(DATE, '')
    .replace(ENDING, '')
  const parts = bare.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '')
  const isNumber = (part: string) => /^\d+$/.test(part)
  return [...parts.filter((part) => !isNumber(part)).sort(), ...parts.filter(isNumber)].join(' ')
}

/** The words of an item of Google's price list that end the name of its model. */
const ITEM_WORDS = new Set(
  'input output text image audio video token tokens count ga thinking caching cached cache batch flex priority short long predictions regional global native generation request requests grounding storage online session live'.split(
    ' ',
  ),
)

/**
 * The model that an item of Google's price list is about: `Generate content output token count gemini 2.5 flash short input text` is
 * gemini-2.5-flash. An item without a known model is named as it stands.
 */
export function modelOfItem(item: string): string {
  const found = /\b(gemini|claude|gemma|imagen|veo|llama|mistral|deepseek|text-embedding|gemini-embedding)\b.*/i.exec(item)
  if (!found) return item
  const words = found[0].toLowerCase().replaceAll('_', ' ').replace(/[()]/g, ' ').split(/\s+/)
  const end = words.findIndex((word, at) => at > 0 && ITEM_WORDS.has(withoutEnd(word, ',:-')))
  const named = end < 0 ? words : words.slice(0, end)
  // Elsewhere `image` at the end says what the tokens were.
  const makesImages = /image generation|native image|\bfor gemini [\w.]+ \w+ image$/i.test(item)
  return withoutEnd([...named, ...(makesImages ? ['image'] : [])].join('-'), '-')
}
