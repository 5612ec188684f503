// Models at AWS, whose price list knows most of them by a pattern only.

/** Claude's ids at AWS, with the parts of the world whose inference profiles serve them. */
const claudeAtAws: Readonly<Record<string, string>> = {
  'claude-opus-5-5': 'global us eu jp au',
  'claude-opus-5': 'global us eu jp au',
  'claude-sonnet-5': 'global us eu jp au',
  'claude-opus-4-8': 'global us eu jp au',
  'claude-opus-4-7': 'global us eu jp au',
  'claude-opus-4-6-v1': 'global us eu jp au',
  'claude-sonnet-4-6': 'global us eu jp au',
  'claude-opus-4-5-20251101-v1:0': 'global us eu',
  'claude-sonnet-4-5-20250929-v1:0': 'global us us-gov eu jp au',
  'claude-haiku-4-5-20251001-v1:0': 'global us us-gov eu jp au',
  'claude-opus-4-1-20250805-v1:0': 'us',
  'claude-opus-4-20250514-v1:0': 'us',
  'claude-sonnet-4-20250514-v1:0': 'global us eu apac',
  'claude-3-7-sonnet-20250219-v1:0': 'us eu apac',
}

/** Every id that is looked up. */
export const awsModels: readonly string[] = [
  ...Object.entries(claudeAtAws).flatMap(([id, places]) => places.split(' ').map((place) => `${place}.anthropic.${id}`)),
  ...['nova-micro-v1:0', 'nova-lite-v1:0', 'nova-pro-v1:0', 'nova-premier-v1:0'].flatMap((id) =>
    ['', 'us.', 'eu.', 'apac.'].map((place) => `${place}amazon.${id}`),
  ),
  ...['global', 'us', 'eu', 'jp'].map((place) => `${place}.amazon.nova-2-lite-v1:0`),
  ...['openai.gpt-oss-120b-1:0', 'openai.gpt-oss-20b-1:0'],
]

/** What writing Claude's cache for an hour weighs, which that list says of one model only. Source: Anthropic and AWS, "Prompt caching". */
const CLAUDE_LONG_WRITE = '2'

/** The entry of a model with the price of writing its cache for an hour. */
export function withLongWrite<Entry extends { readonly cacheWriteLong: string }>(source: string, name: string, entry: Entry): Entry {
  return source === 'aws' && name.includes('claude') ? { ...entry, cacheWriteLong: CLAUDE_LONG_WRITE } : entry
}
