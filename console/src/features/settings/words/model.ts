import type { OptionWordsByKey } from './option-words.ts'

/** Model calls: all of them, rate limits, and those to Gemini and Claude. */
export const modelWords: OptionWordsByKey = {
  ModelRequestRateLimitEnabled: {
    en: 'Rate limit of users',
    zh: '用户速率限制',
    about: '限制每个用户通过其所有令牌进行的模型调用。',
  },
  ModelRequestRateLimitDurationMinutes: {
    en: 'Window',
    zh: '统计时长',
    about: '统计调用次数的时间窗口。0 表示不限。',
  },
  ModelRequestRateLimitCount: {
    en: 'Calls per window',
    zh: '最多调用次数',
    about: '窗口内最多的调用次数，包括失败的调用。0 表示不限。',
  },
  ModelRequestRateLimitSuccessCount: {
    en: 'Successful calls per window',
    zh: '最多成功次数',
    about: '窗口内最多的成功调用次数。',
  },
  'global.rate_limit_exempt_enabled': {
    en: 'Exempt groups',
    zh: '分组豁免',
    about: 'global.rate_limit_exempt_group 中的分组不受用户速率限制。',
  },
  'global.rate_limit_exempt_group': { en: 'Exempt groups list', zh: '豁免的分组', about: '不受用户速率限制的分组。' },
  'global.pass_through_request_enabled': {
    en: 'Pass requests through',
    zh: '请求透传',
    about: '客户端与渠道使用同一种 API 格式时，原样转发请求体，不做模型映射和参数覆盖。',
  },
  'global.hide_upstream_error_enabled': {
    en: 'Hide upstream errors',
    zh: '隐藏上游错误',
    about: '调用者只能看到上游错误的状态码，管理员可在日志中查看错误信息。',
  },
  'global.block_browser_extension_enabled': {
    en: 'Block browser extensions',
    zh: '拦截浏览器扩展',
    about: '拒绝来自浏览器扩展的调用。',
  },
  RetryTimes: {
    en: 'Retries',
    zh: '失败重试次数',
    about: '失败后在其他渠道重试的次数，仅在 global.auto_retry_enabled 关闭时有效。',
  },
  'global.auto_retry_enabled': {
    en: 'Custom retry rules',
    zh: '自定义重试规则',
    about: '按 global.auto_retry_count 和 global.auto_retry_status_codes 重试失败的调用，代替 RetryTimes 和内置规则。',
  },
  'global.auto_retry_count': { en: 'Custom retries', zh: '自定义重试次数', about: '失败后的重试次数，1 至 10。' },
  'global.auto_retry_force_channel_switch': {
    en: 'Always switch channels',
    zh: '重试时强制换渠道',
    about: '同一次调用中失败过的渠道不再重试。',
  },
  'global.auto_retry_status_codes': {
    en: 'Retried status codes',
    zh: '重试的状态码',
    about: '需要重试的状态码：单个状态码（429）、一类（5xx）或范围（500-503）。',
  },
  'general_setting.ping_interval_enabled': {
    en: 'Keep idle streams open',
    zh: '保持空闲的流',
    about: '在空闲的流中发送注释，避免中间的代理关闭连接。',
  },
  'general_setting.ping_interval_seconds': { en: 'Idle time', zh: '空闲时间', about: '空闲多久之后发送注释。' },
  'gemini.safety_settings': {
    en: 'Safety settings',
    zh: '安全设置',
    about: '每种有害类别的屏蔽阈值；`default` 适用于其他所有类别。',
  },
  'gemini.version_settings': {
    en: 'API versions',
    zh: '版本设置',
    about: '每个模型的 API 版本；`default` 适用于其他所有模型。',
  },
  'gemini.supported_imagine_models': {
    en: 'Image models',
    zh: '支持生图的模型',
    about: '除文本外还请求图片的模型。',
  },
  'gemini.thinking_adapter_enabled': {
    en: 'Gemini thinking by model name',
    zh: 'Gemini 思考适配',
    about: '以 -thinking 结尾的模型名开启思考，以 -nothinking 结尾的关闭思考。',
  },
  'gemini.thinking_adapter_budget_tokens_percentage': {
    en: 'Gemini thinking share',
    zh: 'Gemini 思考占比',
    about: '最大输出中可用于思考的比例，0.002 至 1。',
  },
  'gemini.models_supported_thinking_budget': {
    en: 'Models with a thinking budget',
    zh: '支持思考预算的模型',
    about: '接受思考预算的模型。',
  },
  'claude.model_headers_settings': {
    en: 'Request headers',
    zh: '请求头设置',
    about: '为某个模型的调用添加的请求头：模型 → 请求头 → 值的列表。',
  },
  'claude.default_max_tokens': {
    en: 'Default max_tokens',
    zh: '默认 max_tokens',
    about: '调用未设置 max_tokens 时使用的值，按模型设置；`default` 适用于其他所有模型。',
  },
  'claude.thinking_adapter_enabled': {
    en: 'Claude thinking by model name',
    zh: 'Claude 思考适配',
    about: '以 -thinking 结尾的模型名开启思考。',
  },
  'claude.thinking_adapter_budget_tokens_percentage': {
    en: 'Claude thinking share',
    zh: 'Claude 思考占比',
    about: 'max_tokens 中可用于思考的比例，0.1 至 1。改用力度等级的模型取最接近的一级。',
  },
}
