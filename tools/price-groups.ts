// Prices that the lists which make-price-seed.ts reads do not have, group by group, each with where it comes from and when it was read; and
// what those lists have wrong. Prices are decimal text. A model whose vendor's price could not be found is not in here.

/** A price per call, per image, or per second of a film. */
export interface CallGroup {
  readonly source: string
  readonly unit: 'call' | 'search' | 'image' | 'second'
  readonly dollars: Readonly<Record<string, string>>
}

const drawingActions =
  'imagine upscale variation high_variation low_variation pan describe blend shorten reroll inpaint zoom custom_zoom modal upload uploads custom edits video'

/** The least price of a task: server-behaviour 9.4 and 9.5. */
const TASK_DOLLARS = '0.1'

export const callGroups: readonly CallGroup[] = [
  // For 1024 × 1024 in standard quality; domain/pricing/image-price.ts has the factors of the others.
  { source: 'openai-images', unit: 'image', dollars: { 'dall-e-2': '0.02', 'dall-e-3': '0.04' } },
  {
    source: 'google-images',
    unit: 'image',
    dollars: {
      'imagen-3.0-generate-002': '0.03',
      'imagen-4.0-fast-generate-001': '0.02',
      'imagen-4.0-generate-001': '0.04',
      'imagen-4.0-ultra-generate-001': '0.06',
    },
  },
  { source: 'llm-gateway', unit: 'image', dollars: { 'grok-imagine-image': '0.02' } },
  // At 480p; contract/src/models/film-sales.ts has the factors of the others.
  { source: 'xai-films', unit: 'second', dollars: { 'grok-imagine-video': '0.05', 'grok-imagine-video-1.5': '0.08' } },
  // At 720p.
  {
    source: 'google-films',
    unit: 'second',
    dollars: {
      ...{ 'veo-3.1-generate-preview': '0.4', 'veo-3.1-generate-001': '0.4' },
      ...{ 'veo-3.1-fast-generate-preview': '0.1', 'veo-3.1-fast-generate-001': '0.1' },
      ...{ 'veo-3.1-lite-generate-preview': '0.05', 'veo-3.1-lite-generate-001': '0.05' },
    },
  },
  // The same in all sizes.
  {
    source: 'replicate',
    unit: 'image',
    dollars: {
      'black-forest-labs/flux-schnell': '0.003',
      'black-forest-labs/flux-dev': '0.025',
      'black-forest-labs/flux-1.1-pro': '0.04',
      'black-forest-labs/flux-1.1-pro-ultra': '0.06',
      'black-forest-labs/flux-kontext-pro': '0.04',
      'black-forest-labs/flux-kontext-max': '0.08',
      'ideogram-ai/ideogram-v3-quality': '0.09',
      'recraft-ai/recraft-v3': '0.04',
    },
  },
  {
    source: 'black-forest-labs',
    unit: 'image',
    dollars: { 'flux-pro-1.1': '0.04', 'flux-pro-1.1-ultra': '0.06', 'flux-kontext-pro': '0.04', 'flux-kontext-max': '0.08' },
  },
  // A search is one query with up to a hundred documents.
  {
    source: 'cohere-rerank',
    unit: 'search',
    dollars: {
      'rerank-english-v2.0': '0.002',
      'rerank-multilingual-v2.0': '0.002',
      'rerank-english-v3.0': '0.002',
      'rerank-multilingual-v3.0': '0.002',
      'rerank-v3.5': '0.002',
    },
  },
  { source: 'bedrock-rerank', unit: 'search', dollars: { 'amazon.rerank-v1:0': '0.001', 'cohere.rerank-v3-5:0': '0.002' } },
  {
    source: 'tasks',
    unit: 'call',
    dollars: Object.fromEntries(
      [...drawingActions.split(' ').map((action) => `mj_${action}`), 'swap_face', 'suno_music', 'suno_lyrics'].map((model) => [
        model,
        TASK_DOLLARS,
      ]),
    ),
  },
]

/** What a million tokens, or characters, of a model cost. Images stand apart at models that make them. */
export interface TokenDollars {
  readonly input: string
  readonly output?: string
  readonly cacheRead?: string
  readonly imageInput?: string
  readonly imageCacheRead?: string
}

/** Dollars per million tokens, or characters, of models that the lists do not have. */
export interface TokenGroup {
  readonly source: string
  readonly dollars: Readonly<Record<string, TokenDollars>>
}

const imageTokens: TokenDollars = { input: '5', cacheRead: '1.25', imageInput: '8', imageCacheRead: '2', output: '30' }

export const tokenGroups: readonly TokenGroup[] = [
  // Characters: the gateway counts one as a token.
  {
    source: 'openai-speech',
    dollars: { 'tts-1': { input: '15' }, 'tts-1-1106': { input: '15' }, 'tts-1-hd': { input: '30' }, 'tts-1-hd-1106': { input: '30' } },
  },
  { source: 'alibaba-speech', dollars: { 'qwen3-tts-flash': { input: '10' } } },
  // A minute of Whisper costs 0.00051 dollars, a thousand characters of Aura 0.015 and 0.03.
  {
    source: 'cloudflare-sound',
    dollars: {
      '@cf/openai/whisper-large-v3-turbo': { input: '0.51' },
      '@cf/deepgram/aura-1': { input: '15' },
      '@cf/deepgram/aura-2-en': { input: '30' },
    },
  },
  // A second costs 0.000035 dollars, and a minute is a thousand tokens.
  { source: 'alibaba-transcripts', dollars: { 'qwen3-asr-flash': { input: '2.1' } } },
  {
    source: 'voyage-rerank',
    dollars: {
      'rerank-2': { input: '0.05' },
      'rerank-2-lite': { input: '0.02' },
      'rerank-2.5': { input: '0.05' },
      'rerank-2.5-lite': { input: '0.02' },
    },
  },
  {
    source: 'alibaba',
    dollars: {
      'qwen-flash': { input: '0.05', output: '0.4' },
      'qwen3-max-2026-01-23': { input: '1.2', output: '6' },
      'qwen3-max-preview': { input: '1.2', output: '6' },
      'qwen3-vl-plus': { input: '0.2', output: '1.6' },
      'qwen3.5-plus': { input: '0.4', output: '2.4' },
    },
  },
  {
    source: 'openai-image-tokens',
    dollars: {
      'gpt-image-2.5-sunburst': imageTokens,
      'gpt-image-2.5-flare': imageTokens,
      'gpt-image-2.6-sunburst': imageTokens,
      'gpt-image-2.6-flare': imageTokens,
    },
  },
  { source: 'aws-titan', dollars: { 'amazon.titan-embed-text-v2:0': { input: '0.02' } } },
  { source: 'llm-gateway', dollars: { 'grok-4.7': { input: '2', output: '6', cacheRead: '0.5' } } },
  {
    source: 'zai-vision',
    dollars: {
      'glm-5v-turbo': { input: '1.2', output: '4', cacheRead: '0.24' },
      'glm-4.6v': { input: '0.3', output: '0.9', cacheRead: '0.05' },
    },
  },
]

/** Models that cost nothing. A ratio of 0 stands nowhere else. */
export const freeModels: Readonly<Record<string, readonly string[]>> = {
  'openai-moderation': [
    'omni-moderation-latest',
    'omni-moderation-2024-09-26',
    'text-moderation-latest',
    'text-moderation-stable',
    'text-moderation-007',
  ],
}

/** Factors on the prices of input and output of longer prompts, and of buckets with a factor of their own. */
export type Tier = readonly [above: number, input: string, output: string, own?: Readonly<Record<'cacheRead', string>>]

/**
 * Prices of long prompts that the lists do not have: above so many prompt tokens, factors on all input and all output. The whole call is
 * charged at the tier of its input tokens. Sources: `alibaba`, `llm-gateway`.
 */
export const lengthTiersByModel: readonly (readonly [RegExp, readonly Tier[]])[] = [
  [
    /^qwen3-max(-preview|-2026-01-23)?$/,
    [
      [32_000, '2', '2'],
      [128_000, '2.5', '2.5'],
    ],
  ],
  [
    /^qwen3-coder-plus$/,
    [
      [32_000, '1.8', '1.8'],
      [128_000, '3', '3'],
      [256_000, '6', '12'],
    ],
  ],
  [
    /^qwen3-coder-flash$/,
    [
      [32_000, '1.666666666667', '1.666666666667'],
      [128_000, '2.666666666667', '2.666666666667'],
      [256_000, '5.333333333333', '6.4'],
    ],
  ],
  [
    /^qwen3-vl-plus$/,
    [
      [32_000, '1.5', '1.5'],
      [128_000, '3', '3'],
    ],
  ],
  [/^qwen3\.5-plus$/, [[256_000, '1.25', '1.25']]],
  [/^qwen-flash$/, [[256_000, '5', '5']]],
  [/^grok-4\.7$/, [[199_999, '2', '2']]],
]

/**
 * Models whose second price for long prompts the lists still have, though the vendor gave it up: since 13 March 2026 the whole window of a
 * million tokens costs the same. Source: https://platform.claude.com/docs/en/models/opus-4-6/overview and sonnet-4-6, read on 2026-11-23.
 */
export const withoutLengthTiers = /^claude-(opus-4[-.]6|sonnet-4[-.]6|4[-.]6-(opus|sonnet))/

/**
 * The limit as the vendor has it, where a list has another number. OpenAI: "prompts with >272K input tokens".
 * Source: https://developers.openai.com/api/docs/models/gpt-5.4-pro, read on 2026-11-23.
 */
export const limitOf = (source: string, above: number): number => (source === 'openai' && above === 271_999 ? 272_000 : above)
