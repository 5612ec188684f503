// Prices of vendors that sell in yuan only, and that no list has in dollars: yuan per million tokens, as decimal text. Read like those of
// price-groups.ts.
import type { PriceSourceFact } from './price-group-sources.ts'
import type { Tier, TokenDollars } from './price-groups.ts'

/**
 * How many fen, hundredths of a yuan, a dollar is: 7.25 yuan, which is that of @pydantic/genai-prices for Zhipu, so that all prices in yuan
 * are alike. An admin whose bank has another one sets the prices anew.
 */
export const FEN_PER_DOLLAR = 725n

const MODEL_BANK = 'https://www.npmjs.com/package/model-bank/v/1.0.20260927202305'

const sourceOf = (vendor: string): PriceSourceFact => ({
  name: `${vendor}, in yuan at 7.25 to the dollar, as LobeHub collects them`,
  addresses: [MODEL_BANK],
  read: '2026-11-27',
})

export const yuanSources: Readonly<Record<string, PriceSourceFact>> = {
  'alibaba-films': {
    name: 'Alibaba Cloud Model Studio, Beijing, films, in yuan at 7.25 to the dollar, as Crazyrouter quotes them',
    addresses: ['https://docs.crazyrouter.com/video/wan'],
    read: '2026-11-28',
  },
  'alibaba-pictures': sourceOf('Alibaba Cloud Model Studio, pictures'),
  baichuan: sourceOf('Baichuan'),
  lingyiwanwu: sourceOf('01.AI'),
  'minimax-pictures': sourceOf('MiniMax, pictures'),
  qianfan: sourceOf('Baidu Qianfan'),
  tencent: sourceOf('Tencent TokenHub'),
  volcengine: sourceOf('Volcano Ark'),
  'zhipu-pictures': sourceOf('Zhipu AI, pictures'),
}

/** Yuan per million tokens, by source and model. */
export const yuanGroups: Readonly<Record<string, Readonly<Record<string, TokenDollars>>>> = {
  // What its models search the web for costs extra.
  baichuan: {
    'Baichuan4-Turbo': { input: '15', output: '15' },
    'Baichuan-M3': { input: '10', output: '30' },
    'Baichuan-M3-Plus': { input: '5', output: '9' },
  },
  lingyiwanwu: { 'yi-lightning': { input: '0.99', output: '0.99' }, 'yi-vision-v2': { input: '6', output: '6' } },
  qianfan: {
    'ernie-4.5-turbo-128k': { input: '0.8', output: '3.2', cacheRead: '0.2' },
    'ernie-x1.1': { input: '1', output: '4' },
  },
  tencent: { hy3: { input: '1', output: '4', cacheRead: '0.25' } },
  volcengine: {
    'deepseek-v4-pro-ga-260813': { input: '9', output: '27', cacheRead: '0.3' },
    'deepseek-v4-flash-ga-260731': { input: '1', output: '2', cacheRead: '0.2' },
    'doubao-seed-2-0-code-preview-260215': { input: '3.2', output: '16', cacheRead: '0.64' },
    // Answers of at most 200 tokens after short prompts cost a quarter of this.
    'doubao-seed-1-8-251228': { input: '0.8', output: '8', cacheRead: '0.16' },
    'doubao-seed-1-6-251015': { input: '0.8', output: '8', cacheRead: '0.16' },
    'doubao-seed-1-6-flash-250828': { input: '0.15', output: '1.5', cacheRead: '0.03' },
    // Films, at 720p and below and without a film that is given: the others are tiers.
    'doubao-seedance-2-0-260128': { input: '46', output: '46' },
    'doubao-seedance-2-0-fast-260128': { input: '37', output: '37' },
  },
}

/** Yuan per picture of any size, by source and model. */
export const yuanPictures: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'alibaba-pictures': { 'qwen-image-2.0': '0.2' },
  'minimax-pictures': { 'image-01': '0.025' },
  volcengine: { 'doubao-seedream-5-0-260128': '0.22' },
  'zhipu-pictures': { 'glm-image': '0.1' },
}

/** Factors of long prompts, as in price-groups.ts. Cached input costs the same at all lengths. */
export const yuanLengthTiers: readonly (readonly [RegExp, readonly Tier[]])[] = [
  [
    /^doubao-seed-2-0-code-preview-260215$/,
    [
      [32_000, '1.5', '1.5', { cacheRead: '1' }],
      [128_000, '3', '3', { cacheRead: '1' }],
    ],
  ],
  [
    /^doubao-seed-1-(8-251228|6-251015)$/,
    [
      [32_000, '1.5', '2', { cacheRead: '1' }],
      [128_000, '3', '3', { cacheRead: '1' }],
    ],
  ],
  [
    /^doubao-seed-1-6-flash-250828$/,
    [
      [32_000, '2', '2', { cacheRead: '1' }],
      [128_000, '4', '4', { cacheRead: '1' }],
    ],
  ],
]

/** Yuan per second of a film at 720p, by source and model; contract/src/models/film-sales.ts has the factors of the other resolutions. */
export const yuanFilms: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'alibaba-films': { 'wan2.5-t2v-preview': '0.6', 'wan2.5-i2v-preview': '0.6' },
}
