// What calls cost, and to whom; the ratios of tokens are in bucket-ratios.ts. Source: specification §3 Option and §5, server-behaviour 4.1
// and 6.2, decision D51.
//
// The maps of models are stored as edits: what differs from the built-in prices, with null for a built-in price that was taken away. So
// prices that a later version brings reach every model that was not edited. They are read as a whole, the built-in prices with the
// edits. Null takes a built-in price away, a model that is missing in what is written keeps its own, and an empty text takes all edits
// back.
import { z } from 'zod'
import { ModelMapping } from '../models/model-mapping.ts'
import { LengthTierList } from '../prices/length-tiers.ts'
import { priceEdits, WHOLE_MAP } from './bucket-ratios.ts'
import { flag, json, number, option, optionalNumber, priceNumber, ratioMap, safeName, secureAddress } from './option.ts'

export const modelPrice = option({
  key: 'ModelPrice',
  type: json(priceEdits, {}),
  default: {},
  unit: 'dollars per call',
  name: { en: 'Price per call', zh: '按次价格' },
  about: {
    en: 'Fixed price per call: model to dollars. Replaces all ratios of the model.',
    zh: '每次调用的固定价格：模型到美元。设置后该模型的倍率不再生效。',
  },
  card: 'prices',
})

export const modelRatio = option({
  key: 'ModelRatio',
  type: json(priceEdits, {}),
  default: {},
  unit: '2 dollars per million tokens',
  name: { en: 'Input ratio', zh: '输入倍率' },
  about: {
    en: `Input price: model to ratio. A ratio of 1 is $2 per million tokens. ${WHOLE_MAP.en}`,
    zh: `输入价格：模型到倍率。倍率 1 为每百万 Token 2 美元。${WHOLE_MAP.zh}`,
  },
  card: 'prices',
})

/** Model, or `*` for all, to names to a price; null takes a built-in one away. */
const priceTerms = z.record(safeName, z.record(safeName, priceNumber.nullable()))
export type PriceTerms = z.infer<typeof priceTerms>

export const toolPrices = option({
  key: 'ToolPrices',
  type: json(priceTerms, {}),
  default: {},
  unit: 'dollars per use',
  name: { en: 'Tool prices', zh: '工具价格' },
  about: {
    en: 'Price per use of the tools that providers run: model, or * for all, to webSearch, webSearchPreview, groundedPrompt or fileSearch, or to request for a fee per call. Overrides the built-in prices. A tool without a price is removed from the call.',
    zh: '供应商运行的工具每次使用的价格：模型（* 表示全部）到 webSearch、webSearchPreview、groundedPrompt 或 fileSearch，或每次调用的费用 request。会覆盖内置价格。未设置价格的工具会从调用中移除。',
  },
  card: 'prices',
})

export const tierRatios = option({
  key: 'TierRatios',
  type: json(priceTerms, {}),
  default: {},
  name: { en: 'Service tier ratios', zh: '服务等级倍率' },
  about: {
    en: 'Price factor of all tokens: model, or * for all, to a service tier (priority, flex), a speed (fast), a region (geo:us) or batches (batch, 0.5 where none is set). Overrides the built-in factors. A more expensive tier without a factor is not requested.',
    zh: '所有 Token 的价格系数：模型（* 表示全部）到服务等级（priority、flex）、速度（fast）、区域（geo:us）或批处理（batch，未设置时为 0.5）。会覆盖内置系数。没有系数的更贵等级不会被请求。',
  },
  card: 'prices',
})

export const lengthTiers = option({
  key: 'LengthTiers',
  type: json(z.record(safeName, LengthTierList.nullable()), {}),
  default: {},
  name: { en: 'Prices of long prompts', zh: '长提示词价格' },
  about: {
    en: 'Prices of long prompts: model to a list of {above, input, output}. The whole call is charged at the factors of the last limit (`above`, in prompt tokens) that its prompt exceeds; a single bucket such as cacheRead can have its own factor. Overrides the built-in lists, null removes one.',
    zh: '长提示词的价格：模型到 {above, input, output} 的列表。提示词超过 above（Token 数）时，整次调用按该档的系数计费；单个项目（例如 cacheRead）可以有自己的系数。会覆盖内置列表，null 表示删除。',
  },
  card: 'prices',
})

export const groupRatio = option({
  key: 'GroupRatio',
  type: json(
    ratioMap.refine((ratios) => Object.hasOwn(ratios, 'default'), 'default_group_missing'),
    {},
  ),
  default: { default: 1, vip: 1, svip: 1 },
  name: { en: 'Group ratios', zh: '分组倍率' },
  about: {
    en: 'Price factor of each group. This list defines all groups. It must contain the group default, which every new user gets.',
    zh: '每个分组的价格系数。所有分组都在此定义，必须包含新用户所在的 default 分组。',
  },
  card: 'groups',
})

export const userGroupRatio = option({
  key: 'UserGroupRatio',
  type: json(z.record(safeName, z.record(safeName, priceNumber)), {}),
  default: {},
  name: { en: 'Special group ratios', zh: '特殊分组倍率' },
  about: {
    en: "Special price factors: a user's group to the group of the call to a factor, which then replaces the group's own. Leave empty to have every user of a group pay the same.",
    zh: '用户分组到调用分组再到系数，例如 {"vip": {"default": 0.5}}，用来替代该分组自身的系数。留空则同一分组对所有用户价格相同。',
  },
  card: 'groups',
})

export const userUsableGroups = option({
  key: 'UserUsableGroups',
  type: json(z.record(safeName, z.string()), {}),
  default: { default: '默认分组', vip: 'VIP 分组' },
  name: { en: 'Selectable groups', zh: '可选分组' },
  about: {
    en: 'Groups that users can select for their tokens, each with a description.',
    zh: '用户可以为令牌选择的分组，每个分组附一句说明。',
  },
  card: 'groups',
})

export const modelMapping = option({
  key: 'ModelMapping',
  type: json(ModelMapping, {}),
  default: {},
  name: { en: 'Virtual models', zh: '虚拟模型' },
  about: {
    en: 'Names that are served by other models: name to a list of {model, priorities}. Higher priorities are tried first, equal ones in random order by `share`; with `when` a model is only considered for some calls.',
    zh: '由其他模型提供服务的名称：名称到 {model, priorities} 的列表。优先级高的先尝试，相同的按 share 随机排列；设置 when 后，该模型只用于部分调用。',
  },
  card: 'virtual',
})

export const fallbackPricingEnabled = option({
  key: 'fallback_pricing_enabled',
  type: flag(),
  default: false,
  name: { en: 'Fallback pricing', zh: '备用价格' },
  about: {
    en: 'Charge the fallback price for models without a price: either the price per call or both ratios.',
    zh: '未设置价格的模型按备用价格收费：单次价格，或两个倍率。',
  },
  card: 'prices',
})

export const fallbackSinglePrice = option({
  key: 'fallback_single_price',
  type: optionalNumber(priceNumber),
  default: null,
  unit: 'dollars per call',
  name: { en: 'Fallback price per call', zh: '备用单次价格' },
  about: { en: 'Fallback price per call. Leave empty to use the fallback ratios.', zh: '每次调用的备用价格（美元）。留空则使用备用倍率。' },
  card: 'prices',
})

export const fallbackInputRatio = option({
  key: 'fallback_input_ratio',
  type: optionalNumber(priceNumber),
  default: null,
  unit: '2 dollars per million tokens',
  name: { en: 'Fallback input ratio', zh: '备用输入倍率' },
  about: { en: 'Fallback input ratio.', zh: '备用输入倍率，倍率 1 为每百万 Token 2 美元。' },
  card: 'prices',
})

export const fallbackCompletionRatio = option({
  key: 'fallback_completion_ratio',
  type: optionalNumber(priceNumber),
  default: null,
  name: { en: 'Fallback output ratio', zh: '备用输出倍率' },
  about: { en: 'Fallback output price relative to the input price.', zh: '备用输出价格相对输入价格的倍数。' },
  card: 'prices',
})

export const redirectBillingEnabled = option({
  key: 'redirect_billing_enabled',
  type: flag(),
  default: false,
  name: { en: 'Charge the mapped model', zh: '按映射后的模型计费' },
  about: {
    en: 'Charge a mapped call at the price of the model that served it instead of the requested model.',
    zh: '模型映射的调用按实际服务的模型计费，而不是按请求的模型。',
  },
  card: 'prices',
})

export const preConsumedQuota = option({
  key: 'PreConsumedQuota',
  type: number(z.number().int().min(0).max(10_000_000)),
  default: 500,
  unit: 'tokens',
  name: { en: 'Output tokens held in advance', zh: '预扣的输出 Token 数' },
  about: {
    en: 'Output tokens for which quota is held if the call does not set a maximum.',
    zh: '调用未指定最大输出时，按此 Token 数预扣额度。',
  },
  card: ['quota', 1],
})

export const modelsDevAddress = option({
  key: 'ModelsDevAddress',
  type: secureAddress(),
  default: 'https://models.dev/api.json',
  writer: 'root', // the server fetches it
  name: { en: 'models.dev price list', zh: 'models.dev 价格表' },
  about: {
    en: 'Address of a price list in the format of models.dev, to compare prices with. Leave empty not to offer it.',
    zh: '用于对比价格的价格表的地址，格式与 models.dev 相同。留空则不提供。',
  },
  card: ['pricesources', 1],
})

export const priceSourceAddress = option({
  key: 'PriceSourceAddress',
  type: secureAddress(),
  default: '',
  writer: 'root', // the server fetches it
  name: { en: 'Host of ratio lists', zh: '倍率预设的主机' },
  about: {
    en: 'Address of the host of the ratio lists flexible, openrouter, mixed and legacy, which are at /model-ratios/{list}/prompt.json and completion.json. Leave empty not to offer them.',
    zh: '倍率预设 flexible、openrouter、mixed 和 legacy 所在主机的地址，文件位于 /model-ratios/{预设}/prompt.json 和 completion.json。留空则不提供。',
  },
  card: ['pricesources', 2],
})
