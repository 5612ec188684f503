import type { OptionWordsByKey } from './option-words.ts'

/** Time, size and ends of model calls. */
export const relayWords: OptionWordsByKey = {
  'relay.connect_timeout_seconds': { en: 'Connecting', zh: '连接超时', about: '连接上游的最长等待时间。' },
  'relay.first_byte_timeout_seconds': {
    en: 'First byte of a stream',
    zh: '流式首字节超时',
    about: '流式响应等待第一个字节的最长时间。',
  },
  'relay.whole_first_byte_timeout_seconds': {
    en: 'First byte of a whole response',
    zh: '非流式首字节超时',
    about: '非流式响应等待第一个字节的最长时间。',
  },
  'relay.idle_timeout_seconds': { en: 'Silence', zh: '静默超时', about: '响应过程中允许的最长静默时间。' },
  'relay.total_timeout_seconds': { en: 'Whole call', zh: '总时长上限', about: '一次调用的最长时间。' },
  'relay.client_stall_timeout_seconds': {
    en: 'Stalled client',
    zh: '客户端停滞',
    about: '客户端停止读取响应超过此时间，视为已断开。',
  },
  'relay.retry_after_silence': {
    en: 'Retry after silence',
    zh: '无响应时重试',
    about: '渠道完全没有响应时，改用其他渠道重试。原渠道仍可能对该调用计费，因此默认关闭。',
  },
  'relay.max_body_mb': { en: 'Largest body', zh: '请求体上限', about: '模型调用的请求体解压后的最大大小。' },
  'relay.max_body_objects': {
    en: 'Objects in a body',
    zh: '请求体的对象数上限',
    about: '模型调用的请求体中对象和数组的最大数量。',
  },
  'relay.max_body_values': {
    en: 'Values in a body',
    zh: '请求体的值数上限',
    about: '模型调用的请求体中值的最大数量；字符串和字段名的上限为其一半。一批向量嵌入可能有 300,000 个数字。',
  },
  'relay.body_memory_mb': {
    en: 'Memory for large bodies',
    zh: '大请求体内存',
    about: '用于大请求体（超过 1 MB）的内存：接收中的用这么多，读取和转发中的另有同样多。超出的请求最多等待 5 秒。',
  },
  'relay.max_kept_mb_per_user': {
    en: 'Stored responses per user',
    zh: '每个用户的响应存储',
    about:
      '每个用户的 Responses API 输入和输出的存储空间（保留 30 天）。超出时删除该用户最早的响应。超过此大小且带有 background 或 store: true 的调用会被拒绝。',
  },
  'relay.allow_private_addresses': {
    en: 'Private addresses',
    zh: '允许内网地址',
    about: '允许渠道使用内网地址，例如本地模型。',
  },
  'relay.strict_holds': {
    en: 'Strict holds',
    zh: '严格预扣',
    about: '余额和令牌额度绝不低于零。用户无力支付的用量不计费。',
  },
  'relay.quota_overrun': {
    en: 'When quota runs out',
    zh: '额度不足时',
    about: '响应所需超过预扣且无法继续预扣时的处理：截断响应，或允许最后一步透支余额。后者仅在 relay.strict_holds 关闭时有效。',
    choices: { cut: { en: 'Cut off', zh: '截断' }, allow_step: { en: 'Allow the last step', zh: '允许最后一步' } },
  },
  'relay.drain_seconds_after_client_left': {
    en: 'Reading on after a disconnect',
    zh: '断开后继续读取',
    about: '客户端断开后，如果只有供应商知道调用的费用（隐藏的思考、非流式响应），继续从上游读取多久。0 表示立即停止。',
  },
  'relay.recover_policy': {
    en: 'Calls cut off by a crash',
    zh: '崩溃中断的调用',
    about: '因崩溃而中断的调用如何计费：按最后一个检查点为止的产出、不计费，或按全部预扣。',
    choices: {
      checkpoint: { en: 'Last checkpoint', zh: '按最后检查点' },
      void: { en: 'Nothing', zh: '不计费' },
      full: { en: 'Full hold', zh: '全部预扣' },
    },
  },
}
