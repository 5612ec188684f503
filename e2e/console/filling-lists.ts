// What the filled server holds: real-looking names, some too long, some Chinese, some in trouble.

const DEAR_MODEL = 'claude-opus-4-1'
const LONG_MODEL = 'meta-llama/Llama-4-Maverick-17B-128E-Instruct-FP8-long-context-preview'
/** The shaky vendor refuses these, so that calls go on to the next channel. */
export const SHAKY_MODELS = ['deepseek-chat', 'qwen3-max', 'claude-sonnet-4-5']

export const models = [
  'gpt-5',
  'gpt-5-mini',
  'claude-sonnet-4-5',
  DEAR_MODEL,
  'gemini-2.5-flash',
  'deepseek-chat',
  'qwen3-max',
  'kimi-k2.6',
  'text-embedding-3-small',
  LONG_MODEL,
]

export const prices = {
  ModelRatio: JSON.stringify({ [LONG_MODEL]: 0.135 }),
  CompletionRatio: JSON.stringify({ [LONG_MODEL]: 4 }),
  GroupRatio: JSON.stringify({ default: 1, vip: 0.8, svip: 0.5 }),
}

const CUSTOM = 8
const OPENAI = 1

interface ChannelDraft {
  /** Which of the three vendors: one that works, one that refuses some models, one whose credit is used up. */
  readonly at: 'good' | 'shaky' | 'broke'
  readonly name: string
  readonly [field: string]: unknown
}

export const channels: readonly ChannelDraft[] = [
  { at: 'good', name: 'openai-main', type: OPENAI, models: 'gpt-5,gpt-5-mini,text-embedding-3-small', tag: 'production', priority: 10 },
  { at: 'shaky', name: '硅基流动 主线路', type: CUSTOM, models: 'deepseek-chat,qwen3-max,kimi-k2.6', tag: 'china', priority: 8 },
  {
    at: 'good',
    name: 'anthropic-relay',
    type: CUSTOM,
    models: `claude-sonnet-4-5,${DEAR_MODEL}`,
    tag: 'production',
    priority: 10,
    weight: 3,
    group: 'default,vip',
  },
  { at: 'shaky', name: 'anthropic-direct', type: CUSTOM, models: 'claude-sonnet-4-5', tag: 'production', priority: 12 },
  { at: 'broke', name: 'openai-trial-credit', type: OPENAI, models: 'gpt-5-mini', tag: 'production', priority: 20 },
  { at: 'good', name: '深度求索 备用', type: CUSTOM, models: 'deepseek-chat,qwen3-max', tag: 'china', priority: 2 },
  { at: 'good', name: 'gemini-eu-west', type: CUSTOM, models: 'gemini-2.5-flash', group: 'default,vip' },
  { at: 'good', name: 'llama-on-premises-rack-14-behind-the-second-load-balancer-of-the-frankfurt-site', type: CUSTOM, models: LONG_MODEL },
  {
    at: 'good',
    name: 'openai-team-b',
    type: OPENAI,
    models: 'gpt-5,gpt-5-mini',
    tag: 'production',
    priority: 5,
    weight: 1,
    group: 'default,vip,svip',
  },
  { at: 'good', name: 'all-models', type: CUSTOM, models: models.join(','), priority: -5 },
  { at: 'good', name: '旧线路（停用）', type: CUSTOM, models: 'gpt-5-mini', status: 2 },
  { at: 'good', name: 'staging', type: CUSTOM, models: 'gpt-5-mini,kimi-k2.6', tag: 'lab', status: 2 },
  { at: 'good', name: 'night-batch', type: CUSTOM, models: 'gpt-5-mini', tag: 'lab', priority: -10 },
  { at: 'good', name: '实验室 A100', type: CUSTOM, models: 'kimi-k2.6', tag: 'lab', priority: -10 },
]

const DAY = 86_400
const DOLLAR = 500_000

interface TokenDraft {
  readonly name: string
  /** Seconds until it ends. */
  readonly endsIn?: number
  readonly [field: string]: unknown
}

/** The first is the newest in nobody's list: lists show the newest first. */
export const tokens: readonly TokenDraft[] = [
  { name: 'production-chat', unlimited_quota: true },
  { name: '客服机器人', remain_quota: 25 * DOLLAR, model_limits_enabled: true, model_limits: 'gpt-5,gpt-5-mini' },
  { name: 'notebook', remain_quota: 2 * DOLLAR, endsIn: 30 * DAY },
  { name: 'trial-key', remain_quota: 130 },
  { name: 'demo-for-tuesday', unlimited_quota: true, endsIn: 3 },
  { name: 'old-crawler', remain_quota: 10 * DOLLAR },
  { name: 'office-only', remain_quota: 100 * DOLLAR, allow_ips: '127.0.0.0/8\n10.0.0.0/8', group: 'vip' },
  { name: 'continuous-integration-nightly-regression-suite-01', remain_quota: 50 * DOLLAR, rate_limit_enabled: true },
  { name: '数据标注（每小时限次）', unlimited_quota: true, rate_limit_enabled: true, rate_limit_count: 60, endsIn: 7 * DAY },
  { name: 'batch-embeddings', remain_quota: 5 * DOLLAR },
  { name: 'grafana-probe', remain_quota: DOLLAR },
  { name: 'mobile-app', unlimited_quota: true },
]

export interface PlannedCall {
  /** Beginning of the token's name. */
  readonly token: string
  readonly path?: string
  readonly body: object
}

const chat = (model: string, words: string, more: object = {}) => ({ model, messages: [{ role: 'user', content: words }], ...more })
const streamed = { stream: true, stream_options: { include_usage: true } }

/** A part of a member's day; the vendor does what the words say. */
export const calls: readonly PlannedCall[] = [
  { token: 'production-chat', body: chat('gpt-5', '#in:1830 #out:412 #cached:1280 #wait:640 #chunks:12x60ms', streamed) },
  { token: 'production-chat', body: chat('gpt-5', '#in:9420 #out:1203 #cached:8704 #reasoning:640 #wait:1120 #chunks:20x70ms', streamed) },
  { token: '客服机器人', body: chat('gpt-5-mini', '#in:612 #out:88 #chunks:1x420ms') },
  { token: 'office-only', body: chat('claude-sonnet-4-5', '#in:9210 #out:2044 #cached:7936 #wait:870 #chunks:18x90ms', streamed) },
  { token: 'mobile-app', body: chat('deepseek-chat', '#in:841 #out:309 #wait:310 #chunks:6x160ms', streamed) },
  { token: 'production-chat', body: chat('qwen3-max', '#in:2210 #out:560 #wait:420 #chunks:10x80ms', streamed) },
  { token: 'notebook', body: chat('gemini-2.5-flash', '#in:330 #out:1200 #wait:230 #chunks:8x60ms', streamed) },
  { token: 'continuous-integration', body: chat(LONG_MODEL, '#in:9800 #out:310 #wait:150 #chunks:4x300ms', streamed) },
  { token: 'batch-embeddings', path: '/v1/embeddings', body: { model: 'text-embedding-3-small', input: '#in:8120 a chapter of a book' } },
  { token: '数据标注', body: chat('kimi-k2.6', '#in:1200 #out:64 #chunks:1x700ms') },
  { token: 'office-only', body: chat(DEAR_MODEL, '#in:6400 #out:1800 #wait:1580 #chunks:6x300ms', streamed) },
]

/** Once a day each. */
export const refusedCalls: readonly PlannedCall[] = [
  // Held within the token's limit, charged beyond it: the token is exhausted.
  { token: 'trial-key', body: chat('gpt-5-mini', '#in:612 #out:88 #chunks:1x300ms', { max_tokens: 88 }) },
  { token: 'production-chat', body: chat('gpt-4o-ultra', 'there is no such model') },
  { token: '客服机器人', body: chat('claude-sonnet-4-5', 'this token may not use this model') },
]

/** Refused by the first channel, answered by the second, with every kind of usage. */
export const explainedCall: PlannedCall = {
  token: 'production-chat',
  body: chat('claude-sonnet-4-5', '#in:8480 #out:1536 #cached:6144 #reasoning:320 #wait:540 #chunks:10x90ms', streamed),
}

/** How many such parts each member's day has. */
export const ROUNDS = { root: 5, admin: 2, user: 3 } as const

/** Sent to everybody, the newest last. */
export const messages = [
  ...Array.from({ length: 18 }, (_, index) => ({
    title: `Weekly report ${index + 1}`,
    content: `Week ${index + 1} ended without incidents.`,
    format: 'plain',
  })),
  { title: 'Welcome to Waystation', content: 'Welcome!\nMake a token first, then try the playground.', format: 'plain' },
  {
    title: 'Maintenance in the night to March 22',
    content:
      '<h2>When it happens</h2><p>On March 22 from <b>02:00</b> to <b>02:20</b> the database is upgraded. Calls are not affected; the console may be away for a moment, and logs come up to five minutes late.</p><table><tr><th>What you use</th><th>What happens to it</th></tr><tr><td>Calls of models</td><td>nothing</td></tr><tr><td>This console</td><td>away for a moment</td></tr></table><ul><li>You need not do anything</li></ul>',
    format: 'html',
  },
  {
    title: 'New prices: input of claude-sonnet-4-5 costs 20% less',
    content:
      'These models cost less as of **March 20, 00:00 (UTC+8)**. What is held for calls under way stays as it is; the new prices are on the pricing page and in the usage logs at once.\n\n| Which model | Price so far | Price next |\n|---|--:|--:|\n| `claude-sonnet-4-5` | ~~$3.75~~ | **$3.00** |\n| `gpt-5-mini` | ~~$0.30~~ | **$0.25** |\n\n## What you need to do\n\n- Nothing: addresses, names of models and tokens stay.\n- Questions go to [ops@example.net](mailto:ops@example.net).',
    format: 'markdown',
  },
]
