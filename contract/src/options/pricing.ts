// What calls cost, and to whom; the ratios of tokens are in bucket-ratios.ts. Source: specification §3 Option and §5, server-behaviour 4.1
// and 6.2, decision D51.
//
// The maps of models are stored as edits: what differs from the built-in prices, with null for a built-in price that was taken away. So
// prices that a later version brings reach every model that was not edited. They are read as a whole, the built-in prices with the
// edits. Null takes a built-in price away, a model that is missing in what is written keeps its own, and an empty text takes all edits
// back.
import { z } from 'zod'
import { LengthTierList } from '../length-tiers.ts'
import { ModelMapping } from '../model-mapping.ts'
import { priceEdits, WHOLE_MAP } from './bucket-ratios.ts'
import { flag, json, number, option, optionalNumber, priceNumber, ratioMap, safeName, secureAddress } from './option.ts'

export const modelPrice = option({
  key: 'ModelPrice',
  type: json(priceEdits, {}),
  default: {},
  unit: 'dollars per call',
  about: 'Fixed price per call: model to dollars. Replaces all ratios of the model.',
  isReady: true,
})

export const modelRatio = option({
  key: 'ModelRatio',
  type: json(priceEdits, {}),
  default: {},
  unit: '2 dollars per million tokens',
  about: `Input price: model to ratio. A ratio of 1 is $2 per million tokens. ${WHOLE_MAP}`,
  isReady: true,
})

/** Model, or `*` for all, to names to a price; null takes a built-in one away. */
const priceTerms = z.record(safeName, z.record(safeName, priceNumber.nullable()))
export type PriceTerms = z.infer<typeof priceTerms>

export const toolPrices = option({
  key: 'ToolPrices',
  type: json(priceTerms, {}),
  default: {},
  unit: 'dollars per use',
  about:
    'Price per use of the tools that providers run: model, or * for all, to webSearch, webSearchPreview, groundedPrompt or fileSearch, or to request for a fee per call. Overrides the built-in prices. A tool without a price is removed from the call.',
  isReady: true,
})

export const tierRatios = option({
  key: 'TierRatios',
  type: json(priceTerms, {}),
  default: {},
  about:
    'Price factor of all tokens: model, or * for all, to a service tier (priority, flex), a speed (fast) or a region (geo:us). Overrides the built-in factors. A more expensive tier without a factor is not requested.',
  isReady: true,
})

export const lengthTiers = option({
  key: 'LengthTiers',
  type: json(z.record(safeName, LengthTierList.nullable()), {}),
  default: {},
  about:
    'Prices of long prompts: model to a list of {above, input, output}. The whole call is charged at the factors of the last limit (`above`, in prompt tokens) that its prompt exceeds; a single bucket such as cacheRead can have its own factor. Overrides the built-in lists, null removes one.',
  isReady: true,
})

export const groupRatio = option({
  key: 'GroupRatio',
  type: json(
    ratioMap.refine((ratios) => Object.hasOwn(ratios, 'default'), 'default_group_missing'),
    {},
  ),
  default: { default: 1, vip: 1, svip: 1 },
  about: 'Price factor of each group. This list defines all groups. It must contain the group default, which every new user gets.',
  isReady: true,
})

export const userGroupRatio = option({
  key: 'UserGroupRatio',
  type: json(z.record(safeName, z.record(safeName, priceNumber)), {}),
  default: {},
  about:
    "Special price factors: a user's group to the group of the call to a factor, which then replaces the group's own. Leave empty to have every user of a group pay the same.",
  isReady: true,
})

export const userUsableGroups = option({
  key: 'UserUsableGroups',
  type: json(z.record(safeName, z.string()), {}),
  default: { default: '默认分组', vip: 'VIP 分组' },
  about: 'Groups that users can select for their tokens, each with a description.',
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
  about: 'Charge the fallback price for models without a price: either the price per call or both ratios.',
  isReady: true,
})

export const fallbackSinglePrice = option({
  key: 'fallback_single_price',
  type: optionalNumber(priceNumber),
  default: null,
  unit: 'dollars per call',
  about: 'Fallback price per call. Leave empty to use the fallback ratios.',
  isReady: true,
})

export const fallbackInputRatio = option({
  key: 'fallback_input_ratio',
  type: optionalNumber(priceNumber),
  default: null,
  unit: '2 dollars per million tokens',
  about: 'Fallback input ratio.',
  isReady: true,
})

export const fallbackCompletionRatio = option({
  key: 'fallback_completion_ratio',
  type: optionalNumber(priceNumber),
  default: null,
  about: 'Fallback output price relative to the input price.',
  isReady: true,
})

export const redirectBillingEnabled = option({
  key: 'redirect_billing_enabled',
  type: flag(),
  default: false,
  about: 'Charge a mapped call at the price of the model that served it instead of the requested model.',
  isReady: true,
})

export const preConsumedQuota = option({
  key: 'PreConsumedQuota',
  type: number(z.number().int().min(0).max(10_000_000)),
  default: 500,
  unit: 'tokens',
  about: 'Output tokens for which quota is held if the call does not set a maximum.',
  isReady: true,
})

export const modelsDevAddress = option({
  key: 'ModelsDevAddress',
  type: secureAddress(),
  default: 'https://models.dev/api.json',
  writer: 'root', // the server fetches it
  about: 'Address of a price list in the format of models.dev, to compare prices with. Leave empty not to offer it.',
  isReady: true,
})

export const priceSourceAddress = option({
  key: 'PriceSourceAddress',
  type: secureAddress(),
  default: '',
  writer: 'root', // the server fetches it
  about:
    'Address of the host of the ratio lists flexible, openrouter, mixed and legacy, which are at /model-ratios/{list}/prompt.json and completion.json. Leave empty not to offer them.',
  isReady: true,
})
