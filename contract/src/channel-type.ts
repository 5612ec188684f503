// The numbers by which stored data and clients name the provider of a channel. Ids are never reused; 28, 29, 30 and 32 were never
// given out. Source: server-behaviour 11.1.

/** How the key of a channel is written, for the hint under its field. */
export type KeyFormat =
  | 'bearer'
  | 'api-key|secret-key'
  | 'id.secret'
  | 'app-id|api-secret|api-key'
  | 'app-id|secret-id|secret-key'
  | 'access-key|secret-key|region'
  | 'api-key-app-id'
  | 'service-account-json'

export interface ChannelType {
  readonly id: number
  readonly name: string
  /** Empty where the vendor has no common address: the admin must give one, unless the provider computes it. */
  readonly defaultBaseUrl: string
  readonly keyFormat: KeyFormat
  /** Can channels of this type be made and used? */
  readonly isReady: boolean
  /** Kept for stored channels and not offered for new ones. */
  readonly isHidden: boolean
}

/** Types whose provider works. */
const ready = new Set([1, 8, 14, 24, 43])
/** Resellers and services that are gone or were superseded. */
const hidden = new Set([6, 7, 9, 10, 11, 12, 13, 21, 27])

const rows: readonly (readonly [id: number, name: string, defaultBaseUrl: string, keyFormat?: KeyFormat])[] = [
  [1, 'OpenAI', 'https://api.openai.com'],
  [2, 'Midjourney Proxy', ''],
  [3, 'Azure OpenAI', ''],
  [4, 'Ollama', 'http://localhost:11434'],
  [5, 'Midjourney Proxy Plus', ''],
  [6, 'OpenAIMax', 'https://api.openaimax.com'],
  [7, 'OhMyGPT', 'https://api.ohmygpt.com'],
  [8, 'Custom', ''],
  [9, 'AI.LS', 'https://api.caipacity.com'],
  [10, 'AI Proxy', 'https://api.aiproxy.io'],
  [11, 'Google PaLM2', ''],
  [12, 'API2GPT', 'https://api.api2gpt.com'],
  [13, 'AIGC2D', 'https://api.aigc2d.com'],
  [14, 'Anthropic Claude', 'https://api.anthropic.com'],
  [15, 'Baidu ERNIE', 'https://aip.baidubce.com', 'api-key|secret-key'],
  [16, 'Zhipu ChatGLM v3', 'https://open.bigmodel.cn', 'id.secret'],
  [17, 'Ali DashScope', 'https://dashscope.aliyuncs.com'],
  [18, 'iFlytek Spark', '', 'app-id|api-secret|api-key'],
  [19, '360', 'https://api.360.cn'],
  [20, 'OpenRouter', 'https://openrouter.ai/api'],
  [21, 'AI Proxy Library', 'https://api.aiproxy.io'],
  [22, 'FastGPT', 'https://fastgpt.run/api/openapi', 'api-key-app-id'],
  [23, 'Tencent Hunyuan', 'https://hunyuan.tencentcloudapi.com', 'app-id|secret-id|secret-key'],
  [24, 'Google Gemini', 'https://generativelanguage.googleapis.com'],
  [25, 'Moonshot', 'https://api.moonshot.cn'],
  [26, 'Zhipu GLM-4', 'https://open.bigmodel.cn', 'id.secret'],
  [27, 'Perplexity', 'https://api.perplexity.ai'],
  [31, '01.AI', 'https://api.lingyiwanwu.com'],
  [33, 'AWS Bedrock Claude', '', 'access-key|secret-key|region'],
  [34, 'Cohere', 'https://api.cohere.ai'],
  [35, 'MiniMax', 'https://api.minimax.chat'],
  [36, 'Suno', ''],
  [37, 'Dify', 'https://api.dify.ai'],
  [38, 'Jina', 'https://api.jina.ai'],
  [39, 'Cloudflare Workers AI', 'https://api.cloudflare.com'],
  [40, 'SiliconFlow', 'https://api.siliconflow.cn'],
  [41, 'Vertex AI', '', 'service-account-json'],
  [42, 'Mistral', 'https://api.mistral.ai'],
  [43, 'DeepSeek', 'https://api.deepseek.com'],
  [44, 'MokaAI M3E', 'https://api.moka.ai'],
  [45, 'VolcEngine Doubao', 'https://ark.cn-beijing.volces.com'],
  [46, 'Baidu Qianfan v2', 'https://qianfan.baidubce.com'],
  [47, 'Xinference', ''],
  [48, 'xAI', 'https://api.x.ai'],
]

/** Every type there is, by id. */
export const channelTypes: readonly ChannelType[] = rows.map(([id, name, defaultBaseUrl, keyFormat]) => ({
  id,
  name,
  defaultBaseUrl,
  keyFormat: keyFormat ?? 'bearer',
  isReady: ready.has(id),
  isHidden: hidden.has(id),
}))

const byId = new Map(channelTypes.map((type) => [type.id, type]))

/** The type of a number; undefined when there is none. */
export function channelType(id: number): ChannelType | undefined {
  return byId.get(id)
}

/** Types whose vendor tells a key what its account has left. OpenAI itself does not; relays that speak as it does tell it. */
const balanceTypes = new Set([1, 8, 43])

/** Can a channel of this type at this address be asked for its balance? @param baseUrl empty: the default of the type */
export function tellsBalance(type: number, baseUrl: string): boolean {
  const ownAddress = byId.get(1)?.defaultBaseUrl ?? ''
  return balanceTypes.has(type) && !(type === 1 && (baseUrl === '' || baseUrl.startsWith(ownAddress)))
}

/** Models that a channel of a type usually serves, newest first, offered in the drawer and by GET /api/models. As of November 2026. */
export const modelsByChannelType: Readonly<Record<number, readonly string[]>> = {
  1: [
    'gpt-6-astra',
    'gpt-6-sol',
    'gpt-6-luna',
    'gpt-5.6-sol',
    'gpt-5.6-terra',
    'gpt-5.6-luna',
    'gpt-5.5',
    'gpt-5.5-pro',
    'gpt-5.4',
    'gpt-5.4-pro',
    'gpt-5.4-mini',
    'gpt-5.4-nano',
    'gpt-5.3-codex',
    'gpt-5.2',
    'gpt-5.2-pro',
    'gpt-5.1',
    'gpt-5.1-codex-mini',
    'gpt-5',
    'gpt-5-pro',
    'gpt-5-mini',
    'gpt-5-nano',
    'gpt-4.1',
    'gpt-4.1-mini',
    'gpt-4.1-nano',
    'gpt-4o',
    'gpt-4o-mini',
    'gpt-4-turbo',
    'gpt-3.5-turbo',
    'o3',
    'o3-pro',
    'o3-mini',
    'o4-mini',
    'o1',
    'gpt-audio',
    'gpt-audio-mini',
    'gpt-4o-transcribe',
    'gpt-4o-mini-transcribe',
    'gpt-4o-mini-tts',
    'gpt-image-2',
    'gpt-image-1.5',
    'gpt-image-1-mini',
    'text-embedding-3-large',
    'text-embedding-3-small',
    'text-embedding-ada-002',
  ],
  14: [
    'claude-opus-5-5',
    'claude-fable-5-1',
    'claude-fable-5',
    'claude-opus-5',
    'claude-sonnet-5',
    'claude-opus-4-8',
    'claude-opus-4-7',
    'claude-opus-4-6',
    'claude-sonnet-4-6',
    'claude-opus-4-5',
    'claude-opus-4-5-20251101',
    'claude-sonnet-4-5',
    'claude-sonnet-4-5-20250929',
    'claude-haiku-4-5',
    'claude-haiku-4-5-20251001',
    'claude-opus-4-1',
    'claude-opus-4-1-20250805',
    'claude-sonnet-4-20250514',
  ],
  24: [
    'gemini-3.8-flash',
    'gemini-3.7-flash',
    'gemini-3.6-flash',
    'gemini-3.5-flash',
    'gemini-3.5-flash-lite',
    'gemini-3.1-pro-preview',
    'gemini-3.1-flash-lite',
    'gemini-3-pro-preview',
    'gemini-3-flash-preview',
    'gemini-3-pro-image-preview',
    'gemini-3.1-flash-image-preview',
    'gemini-2.5-pro',
    'gemini-2.5-flash',
    'gemini-2.5-flash-lite',
    'gemini-2.5-flash-image',
    'gemini-embedding-2',
    'gemini-embedding-001',
  ],
  43: ['deepseek-v4-pro', 'deepseek-v4-flash', 'deepseek-chat', 'deepseek-reasoner'],
}
