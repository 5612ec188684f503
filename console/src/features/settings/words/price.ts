import type { OptionWordsByKey } from './option-words.ts'

/** What prices are made of. */
export const priceWords: OptionWordsByKey = {
  ModelPrice: { en: 'Price per call', zh: '按次价格', about: '每次调用的固定价格：模型到美元。设置后该模型的倍率不再生效。' },
  ModelRatio: {
    en: 'Input ratio',
    zh: '输入倍率',
    about: '输入价格：模型到倍率。倍率 1 为每百万 token 2 美元。文本中包含内置价格；null 表示删除内置价格。',
  },
  CompletionRatio: { en: 'Output ratio', zh: '输出倍率', about: '输出价格相对输入价格的倍数：模型到倍率，未设置时为 1。' },
  CacheRatio: { en: 'Cache read ratio', zh: '缓存读取倍率', about: '缓存命中的输入相对输入价格的倍数：模型到倍率，未设置时为 1。' },
  CacheCreationRatio: { en: 'Cache write ratio', zh: '缓存写入倍率', about: '写入缓存相对输入价格的倍数：模型到倍率，未设置时为 1.25。' },
  AudioRatio: { en: 'Audio input ratio', zh: '音频输入倍率', about: '音频输入相对文本输入价格的倍数：模型到倍率，未设置时为 20。' },
  AudioCompletionRatio: {
    en: 'Audio output ratio',
    zh: '音频输出倍率',
    about: '音频输出相对音频输入价格的倍数：模型到倍率，未设置时为 2。',
  },
  GroupRatio: {
    en: 'Group ratios',
    zh: '分组倍率',
    about: '每个分组的价格系数。所有分组都在此定义，必须包含新用户所在的 default 分组。',
  },
  UserGroupRatio: {
    en: 'Special group ratios',
    zh: '特殊分组倍率',
    about: '用户分组到调用分组再到系数，例如 {"vip": {"default": 0.5}}，用来替代该分组自身的系数。留空则同一分组对所有用户价格相同。',
  },
  UserUsableGroups: { en: 'Selectable groups', zh: '可选分组', about: '用户可以为令牌选择的分组，每个分组附一句说明。' },
  ToolPrices: {
    en: 'Tool prices',
    zh: '工具价格',
    about:
      '供应商运行的工具每次使用的价格：模型（* 表示全部）到 webSearch、webSearchPreview、groundedPrompt 或 fileSearch，或每次调用的费用 request。会覆盖内置价格。未设置价格的工具会从调用中移除。',
  },
  TierRatios: {
    en: 'Service tier ratios',
    zh: '服务等级倍率',
    about:
      '所有 token 的价格系数：模型（* 表示全部）到服务等级（priority、flex）、速度（fast）或区域（geo:us）。会覆盖内置系数。没有系数的更贵等级不会被请求。',
  },
  LengthTiers: {
    en: 'Prices of long prompts',
    zh: '长提示词价格',
    about:
      '长提示词的价格：模型到 {above, input, output} 的列表。提示词超过 above（token 数）时，整次调用按该档的系数计费；单个项目（例如 cacheRead）可以有自己的系数。会覆盖内置列表，null 表示删除。',
  },
  fallback_pricing_enabled: { en: 'Fallback pricing', zh: '备用价格', about: '未设置价格的模型按备用价格收费：单次价格，或两个倍率。' },
  fallback_single_price: { en: 'Fallback price per call', zh: '备用单次价格', about: '每次调用的备用价格（美元）。留空则使用备用倍率。' },
  fallback_input_ratio: { en: 'Fallback input ratio', zh: '备用输入倍率', about: '备用输入倍率，倍率 1 为每百万 token 2 美元。' },
  fallback_completion_ratio: { en: 'Fallback output ratio', zh: '备用输出倍率', about: '备用输出价格相对输入价格的倍数。' },
  redirect_billing_enabled: {
    en: 'Charge the mapped model',
    zh: '按映射后的模型计费',
    about: '模型映射的调用按实际服务的模型计费，而不是按请求的模型。',
  },
}
