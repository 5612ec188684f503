// How long the gateway waits, how much it takes in, and what it does when something ends early. Ours; not known to other servers of
// this family.
import { z } from 'zod'
import { choice, flag, number, option } from './option.ts'

const seconds = (least: number, most: number) => number(z.number().int().min(least).max(most))

export const relayRetryAfterSilence = option({
  key: 'relay.retry_after_silence',
  type: flag(),
  default: false,
  name: { en: 'Retry after silence', zh: '无响应时重试' },
  about: {
    en: 'Retry on another channel if a channel does not respond at all. The first channel may still bill the call, so this is off by default.',
    zh: '渠道完全没有响应时，改用其他渠道重试。原渠道仍可能对该调用计费，因此默认关闭。',
  },
  card: ['retries', 2],
})

export const relayFailuresBeforeRest = option({
  key: 'relay.failures_before_rest',
  type: number(z.number().int().min(0).max(1000)),
  default: 5,
  name: { en: 'Failures before a pause', zh: '暂停前的失败次数' },
  about: {
    en: 'A channel, model or key that fails at least this often within a minute, in at least half of its calls, is paused: it gets only a trial call every few seconds until one succeeds. Each node counts its own calls; a pause applies to all nodes. 0 turns this off.',
    zh: '渠道、模型或密钥在一分钟内至少失败这么多次，且失败占其调用的一半以上时，暂停接收调用，仅每隔数秒试一次，成功后逐步恢复。各节点分别统计，一个节点暂停后所有节点都暂停。0 表示从不暂停。',
  },
  card: ['retries', 7],
})

export const relayOverloadDelayMs = option({
  key: 'relay.overload_delay_ms',
  type: number(z.number().int().min(0).max(60_000)),
  default: 250,
  unit: 'ms',
  name: { en: 'Overload protection', zh: '过载保护' },
  about: {
    en: 'When a node handles events this late for five seconds, or uses 85% of its memory, it rejects new calls with 503; calls in progress and other nodes are not affected. 0 turns this off.',
    zh: '当一个节点连续五秒的事件处理延迟超过该值，或内存使用超过 85% 时，该节点对新的调用返回 503，进行中的调用和其他节点不受影响。0 表示不启用。',
  },
  card: ['retries', 9],
})

export const relayConversationAffinity = option({
  key: 'relay.conversation_affinity',
  type: flag(),
  default: true,
  name: { en: 'Keep conversations on their channel', zh: '对话保持在原渠道' },
  about: {
    en: 'The next call of a conversation goes to the channel and key that served the last one, if they are available, to make use of the provider’s prompt cache.',
    zh: '同一对话的后续调用优先使用上次应答的渠道和密钥（可用时），以便命中供应商的提示缓存。',
  },
  card: ['retries', 8],
})

export const relayConnectTimeoutSeconds = option({
  key: 'relay.connect_timeout_seconds',
  type: seconds(1, 300),
  default: 10,
  unit: 'seconds',
  name: { en: 'Connection timeout', zh: '连接超时' },
  about: { en: 'Maximum wait for a connection to the provider.', zh: '连接供应商的最长等待时间。' },
  card: ['timeouts', 1],
})

export const relayFirstByteTimeoutSeconds = option({
  key: 'relay.first_byte_timeout_seconds',
  type: seconds(1, 7200),
  default: 300,
  unit: 'seconds',
  name: { en: 'First byte timeout, streamed', zh: '流式首字节超时' },
  about: { en: 'Maximum wait for the first byte of a streamed response.', zh: '流式响应等待第一个字节的最长时间。' },
  card: ['timeouts', 2],
})

/** Libraries of clients give up after ten minutes, and then ask again: the vendor's answer must come, or be given up, before that. */
export const relayWholeFirstByteTimeoutSeconds = option({
  key: 'relay.whole_first_byte_timeout_seconds',
  type: seconds(1, 7200),
  default: 590,
  unit: 'seconds',
  name: { en: 'First byte timeout, not streamed', zh: '非流式首字节超时' },
  about: { en: 'Maximum wait for the first byte of a response that is not streamed.', zh: '非流式响应等待第一个字节的最长时间。' },
  card: ['timeouts', 3],
})

export const relayIdleTimeoutSeconds = option({
  key: 'relay.idle_timeout_seconds',
  type: seconds(1, 7200),
  default: 300,
  unit: 'seconds',
  name: { en: 'Idle timeout', zh: '静默超时' },
  about: { en: 'Maximum silence within a response.', zh: '响应过程中允许的最长静默时间。' },
  card: ['timeouts', 4],
})

export const relayTotalTimeoutSeconds = option({
  key: 'relay.total_timeout_seconds',
  type: seconds(1, 86_400),
  default: 7200,
  unit: 'seconds',
  name: { en: 'Call time limit', zh: '总时长上限' },
  about: { en: 'Maximum duration of a call.', zh: '一次调用的最长时间。' },
  card: ['timeouts', 5],
})

export const relayClientStallTimeoutSeconds = option({
  key: 'relay.client_stall_timeout_seconds',
  type: seconds(1, 3600),
  default: 60,
  unit: 'seconds',
  name: { en: 'Stalled client timeout', zh: '客户端停滞超时' },
  about: {
    en: 'Maximum time a client may stop reading its response before it is treated as disconnected.',
    zh: '客户端停止读取响应超过此时间，视为已断开。',
  },
  card: ['timeouts', 6],
})

export const relayDrainSecondsAfterClientLeft = option({
  key: 'relay.drain_seconds_after_client_left',
  type: seconds(0, 120),
  default: 60,
  unit: 'seconds',
  writer: 'root', // money: who pays for a response after the client disconnected
  name: { en: 'Keep reading after a disconnect', zh: '断开后继续读取' },
  about: {
    en: 'How long to keep reading from the provider after the client disconnected, if only the provider knows what the call costs (hidden reasoning, responses that are not streamed). 0 stops at once.',
    zh: '客户端断开后，如果只有供应商知道调用的费用（隐藏的思考、非流式响应），继续从供应商读取多久。0 表示立即停止。',
  },
  card: ['charges', 3],
})

export const relayMaxKeptMbPerUser = option({
  key: 'relay.max_kept_mb_per_user',
  type: number(z.number().int().min(1).max(100_000)),
  default: 64,
  unit: 'MB',
  writer: 'root', // storage: what one user may fill
  name: { en: 'Stored responses per user', zh: '每个用户的响应存储' },
  about: {
    en: 'Storage per user for Responses API inputs and outputs (kept for 30 days). Beyond it, the oldest responses of the user are deleted. A larger call with background or store: true is rejected.',
    zh: '每个用户的 Responses API 输入和输出的存储空间（保留 30 天）。超出时删除该用户最早的响应。超过此大小且带有 background 或 store: true 的调用会被拒绝。',
  },
  card: ['sizes', 5],
})

export const relayMaxFileMb = option({
  key: 'relay.max_file_mb',
  type: number(z.number().int().min(1).max(4096)),
  default: 512,
  unit: 'MB',
  writer: 'root', // storage: what one user may fill
  name: { en: 'Uploaded file limit', zh: '上传文件大小' },
  about: {
    en: 'Largest file that may be uploaded to the account of a provider (/v1/files). Files pass through and are not stored here.',
    zh: '可上传到供应商账户的单个文件的最大大小（/v1/files）。文件直接转发，本站不保存。',
  },
  card: ['sizes', 6],
})

export const relayMaxFilesMbPerUser = option({
  key: 'relay.max_files_mb_per_user',
  type: number(z.number().int().min(1).max(10_000_000)),
  default: 5120,
  unit: 'MB',
  writer: 'root', // storage: what one user may fill
  name: { en: 'Uploaded files per user', zh: '每个用户的上传文件总量' },
  about: {
    en: 'Total size of the files that a user may have at the accounts of providers. Uploads beyond it are rejected until files are deleted.',
    zh: '每个用户在供应商账户中保存的文件总大小。超出后须先删除文件才能继续上传。',
  },
  card: ['sizes', 7],
})

export const relayStrictHolds = option({
  key: 'relay.strict_holds',
  type: flag(),
  default: true,
  writer: 'root', // money: it decides who bears what a vendor reports beyond the hold
  name: { en: 'Strict holds', zh: '严格预扣' },
  about: {
    en: 'Never let a balance or token quota fall below zero. Usage reported beyond what the user can pay is not charged.',
    zh: '余额和令牌额度绝不低于零。用户无力支付的用量不计费。',
  },
  card: ['charges', 1],
})

export const relayQuotaOverrun = option({
  key: 'relay.quota_overrun',
  type: choice({ cut: { en: 'Cut off', zh: '截断' }, allow_step: { en: 'Allow the last step', zh: '允许最后一步' } }),
  default: 'allow_step',
  writer: 'root',
  name: { en: 'When quota runs out', zh: '额度不足时' },
  about: {
    en: 'What to do when a response needs more than its hold and no more quota can be held: cut it off, or let the last step overdraw the balance. The latter works only if [relay.strict_holds] is off.',
    zh: '响应所需超过预扣且无法继续预扣时的处理：截断响应，或允许最后一步透支余额。后者仅在[relay.strict_holds]关闭时有效。',
  },
  card: ['charges', 2],
})

export const relayAllowPrivateAddresses = option({
  key: 'relay.allow_private_addresses',
  type: flag(),
  default: true,
  writer: 'root', // it opens the internal network to everyone who may edit channels
  name: { en: 'Private addresses', zh: '允许内网地址' },
  about: { en: 'Allow channels at private addresses, for example for local models.', zh: '允许渠道使用内网地址，例如本地模型。' },
  card: ['global', 6],
})

export const relayWebSocketsEnabled = option({
  key: 'relay.web_sockets_enabled',
  type: flag(),
  default: true,
  name: { en: 'WebSocket', zh: 'WebSocket' },
  about: {
    en: 'Let clients request responses over a WebSocket at /v1/responses, as Codex does. If this is off, they fall back to ordinary requests.',
    zh: '允许客户端通过 WebSocket 在 /v1/responses 请求响应（Codex 即如此）。关闭后，客户端会被告知改用普通请求。',
  },
  card: ['global', 8],
})

export const relayChannelHeader = option({
  key: 'relay.channel_header',
  type: flag(),
  default: false,
  name: { en: 'Name the channel in responses', zh: '在响应头中给出渠道' },
  about: {
    en: 'Send the ID of the channel in the header x-waystation-channel to all callers. Administrators always get it.',
    zh: '向所有调用者发送响应头 x-waystation-channel，内容为渠道 ID。管理员始终会收到。',
  },
  card: ['global', 9],
})

export const relayRecoverPolicy = option({
  key: 'relay.recover_policy',
  type: choice({
    checkpoint: { en: 'Last checkpoint', zh: '按最后检查点' },
    void: { en: 'Nothing', zh: '不计费' },
    full: { en: 'Full hold', zh: '全部预扣' },
  }),
  default: 'checkpoint',
  writer: 'root',
  name: { en: 'Calls cut off by a crash', zh: '崩溃中断的调用' },
  about: {
    en: 'What to charge for a call cut off by a crash: what was produced up to the last checkpoint, nothing, or the full hold.',
    zh: '因崩溃而中断的调用如何计费：按最后一个检查点为止的产出、不计费，或按全部预扣。',
  },
  card: ['charges', 4],
})
