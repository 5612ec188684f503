// What calls cost, and to whom. Source: specification §3 Option and §5, server-behaviour 4.1 and 6.2, decision D51.
//
// The maps of models are stored as edits: what differs from the built-in prices, with null for a built-in price that was taken away. So
// prices that a later version brings reach every model that was not edited. They are read as a whole, the built-in prices with the
// edits. Null takes a built-in price away, a model that is missing in what is written keeps its own, and an empty text takes all edits
// back.
import { z } from 'zod'
import { ModelMapping } from '../model-mapping.ts'
import { flag, json, number, option, optionalNumber, ratioMap, safeName } from './option.ts'

const priceEdits = z.record(safeName, z.number().min(0).nullable())
/** Model to price; null: the built-in price was taken away. */
export type PriceEdits = Readonly<Record<string, number | null>>

const WHOLE = 'Read with the built-in prices; null takes a built-in price away, and a model that is left out keeps its own.'

export const modelPrice = option({
  key: 'ModelPrice',
  type: json(priceEdits, {}),
  default: {},
  unit: 'dollars per call',
  about: 'Fixed price of a call, model to dollars; it takes the place of all ratios.',
  isReady: true,
})

export const modelRatio = option({
  key: 'ModelRatio',
  type: json(priceEdits, {}),
  default: {},
  unit: '2 dollars per million tokens',
  about: `Price of input, model to ratio; 1 is 2 dollars per million tokens. ${WHOLE}`,
  isReady: true,
})

export const completionRatio = option({
  key: 'CompletionRatio',
  type: json(priceEdits, {}),
  default: {},
  about: `Price of output over price of input, model to ratio; 1 where it is missing. ${WHOLE}`,
  isReady: true,
})

export const cacheRatio = option({
  key: 'CacheRatio',
  type: json(priceEdits, {}),
  default: {},
  about: `Price of cached input over price of input, model to ratio; 1 where it is missing. ${WHOLE}`,
  isReady: true,
})

export const cacheCreationRatio = option({
  key: 'CacheCreationRatio',
  type: json(priceEdits, {}),
  default: {},
  about: `Price of writing input into the cache over price of input, model to ratio; 1.25 where it is missing. ${WHOLE}`,
  isReady: true,
})

export const audioRatio = option({
  key: 'AudioRatio',
  type: json(priceEdits, {}),
  default: {},
  about: `Price of sound in over price of input, model to ratio; 20 where it is missing. ${WHOLE}`,
  isReady: true,
})

export const audioCompletionRatio = option({
  key: 'AudioCompletionRatio',
  type: json(priceEdits, {}),
  default: {},
  about: `Price of sound out over price of sound in, model to ratio; 2 where it is missing. ${WHOLE}`,
  isReady: true,
})

/** Model, or `*` for all, to names to a price; null takes a built-in one away. */
const priceTerms = z.record(safeName, z.record(safeName, z.number().min(0).max(1_000_000).nullable()))
export type PriceTerms = z.infer<typeof priceTerms>

export const toolPrices = option({
  key: 'ToolPrices',
  type: json(priceTerms, {}),
  default: {},
  unit: 'dollars per use',
  about:
    'What one use of a tool that the vendor runs costs: model, or * for all, to webSearch, webSearchPreview, groundedPrompt, fileSearch, and request for a fee per call. Stands above the built-in prices. A tool without a price is not sent.',
  isReady: true,
})

export const tierRatios = option({
  key: 'TierRatios',
  type: json(priceTerms, {}),
  default: {},
  about:
    'Factor on the price of all tokens: model, or * for all, to a service tier (priority, flex), a speed (fast) or a region (geo:us). Stands above the built-in factors. A dearer tier without a factor is not asked for.',
  isReady: true,
})

export const groupRatio = option({
  key: 'GroupRatio',
  type: json(
    ratioMap.refine((ratios) => Object.hasOwn(ratios, 'default'), 'default_group_missing'),
    {},
  ),
  default: { default: 1, vip: 1, svip: 1 },
  about: 'Price factor of each group; these are the groups there are. The group default must be in it: it is the one of every new user.',
  isReady: true,
})

export const userUsableGroups = option({
  key: 'UserUsableGroups',
  type: json(z.record(safeName, z.string()), {}),
  default: { default: '默认分组', vip: 'VIP 分组' },
  about: 'Groups that users may choose for their tokens, with a description each.',
  isReady: true,
})

export const modelMapping = option({
  key: 'ModelMapping',
  type: json(ModelMapping, {}),
  default: {},
  about: 'Virtual models: name to a list of {model, priorities}.',
  isReady: false,
})

export const fallbackPricingEnabled = option({
  key: 'fallback_pricing_enabled',
  type: flag(),
  default: false,
  about: 'Models without a price cost the fallback price: either the single price or both ratios.',
  isReady: true,
})

export const fallbackSinglePrice = option({
  key: 'fallback_single_price',
  type: optionalNumber(z.number().min(0)),
  default: null,
  unit: 'dollars per call',
  about: 'Fallback price of a call; empty: the fallback ratios count.',
  isReady: true,
})

export const fallbackInputRatio = option({
  key: 'fallback_input_ratio',
  type: optionalNumber(z.number().min(0)),
  default: null,
  unit: '2 dollars per million tokens',
  about: 'Fallback ratio of input.',
  isReady: true,
})

export const fallbackCompletionRatio = option({
  key: 'fallback_completion_ratio',
  type: optionalNumber(z.number().min(0)),
  default: null,
  about: 'Fallback price of output over price of input.',
  isReady: true,
})

export const redirectBillingEnabled = option({
  key: 'redirect_billing_enabled',
  type: flag(),
  default: false,
  about: 'A mapped call is priced by the model that served it, not by the one that was asked for.',
  isReady: true,
})

export const preConsumedQuota = option({
  key: 'PreConsumedQuota',
  type: number(z.number().int().min(0).max(10_000_000)),
  default: 500,
  unit: 'tokens',
  about: 'Output tokens for which quota is held when the caller names no maximum.',
  isReady: true,
})
