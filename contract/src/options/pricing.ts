// What calls cost, and to whom. Source: specification §3 Option and §5, server-behaviour 4.1 and 6.2.
//
// The four maps of models start empty and stand above the built-in prices: a model that is not in the saved map has its built-in
// price, so saving one model loses none of the others.
import { z } from 'zod'
import { ModelMapping } from '../model-mapping.ts'
import { flag, json, number, option, optionalNumber, ratioMap, safeName } from './option.ts'

export const modelPrice = option({
  key: 'ModelPrice',
  type: json(ratioMap, {}),
  default: {},
  unit: 'dollars per call',
  about: 'Fixed price of a call, model to dollars; it takes the place of all ratios. Stands above the built-in prices, model by model.',
  isReady: true,
})

export const modelRatio = option({
  key: 'ModelRatio',
  type: json(ratioMap, {}),
  default: {},
  unit: '2 dollars per million tokens',
  about: 'Price of input, model to ratio; 1 is 2 dollars per million tokens. Stands above the built-in ratios, model by model.',
  isReady: true,
})

export const completionRatio = option({
  key: 'CompletionRatio',
  type: json(ratioMap, {}),
  default: {},
  about: 'Price of output over price of input, model to ratio. Stands above the built-in ratios, model by model.',
  isReady: true,
})

export const cacheRatio = option({
  key: 'CacheRatio',
  type: json(ratioMap, {}),
  default: {},
  about: 'Price of cached input over price of input, model to ratio. Stands above the built-in ratios, model by model.',
  isReady: true,
})

export const cacheCreationRatio = option({
  key: 'CacheCreationRatio',
  type: json(ratioMap, {}),
  default: {},
  about: 'Price of writing input into the cache over price of input, model to ratio. Stands above the built-in ratios, model by model.',
  isReady: true,
})

export const groupRatio = option({
  key: 'GroupRatio',
  type: json(ratioMap, {}),
  default: { default: 1, vip: 1, svip: 1 },
  about: 'Price factor of each group; these are the groups there are.',
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
