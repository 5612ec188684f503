import { vendor } from './vendor.ts'

/** Where pictures are made and changed at once, texts are spoken, and recordings are written down. */
const MADE_AT = '/api/v1/services/aigc/multimodal-generation/generation'
const PICTURES = ['images', 'image-edits'] as const
const SOUND = ['speech', 'transcription'] as const

/**
 * Qwen and other models on Alibaba Cloud, in three dialects at paths of their own, and rankings in a format of its own. A key belongs to a
 * region or to a plan. The coding plan has models of text only, the token plan makes pictures too. Source:
 * https://help.aliyun.com/zh/model-studio, 2026, with "Token Plan FAQ" and "Integrate the image generation model"; plans: models.dev, 2026,
 * `alibaba-coding-plan` and `alibaba-token-plan`, each in China and abroad.
 */
export const dashScope = vendor({
  id: 17,
  name: 'Ali DashScope',
  chineseName: '阿里云百炼',
  hint: {
    zh: '通义千问等模型；密钥按地域与套餐区分，国际站、Coding Plan、Token Plan 请选对应地址',
    en: 'Qwen and other models; keys belong to a region or plan: select the address of yours',
  },
  hasOwnVoices: true,
  baseUrl: 'https://dashscope.aliyuncs.com',
  presets: [
    { name: { zh: '新加坡', en: 'Singapore' }, address: 'https://dashscope-intl.aliyuncs.com' },
    { name: { zh: '美国', en: 'United States' }, address: 'https://dashscope-us.aliyuncs.com' },
    plan('Coding Plan', 'qwen-coding-plan', 'https://coding.dashscope.aliyuncs.com', '/v1'),
    plan('Coding Plan', 'qwen-coding-plan-international', 'https://coding-intl.dashscope.aliyuncs.com', '/v1'),
    plan('Token Plan', 'qwen-token-plan', 'https://token-plan.cn-beijing.maas.aliyuncs.com', '/compatible-mode/v1'),
    plan('Token Plan', 'qwen-token-plan-international', 'https://token-plan.ap-southeast-1.maas.aliyuncs.com', '/compatible-mode/v1'),
  ],
  other: {
    zh: '插件（可选），随请求头 X-DashScope-Plugin 发送',
    en: 'Plug-ins (optional), sent in the header X-DashScope-Plugin',
  },
  rulebook: 'qwen',
  hosts: ['dashscope.aliyuncs.com', 'dashscope-intl.aliyuncs.com', 'dashscope-us.aliyuncs.com', 'maas.aliyuncs.com'],
  isCommon: true,
  dialects: ['openai-chat', 'openai-responses', 'anthropic-messages'],
  keepsResponses: true,
  isDialectChosen: true,
  operations: ['chat', 'embeddings', 'speech', 'transcription', 'rerank', 'images', 'image-edits', 'videos', 'realtime', 'files', 'models'],
  versionPaths: {
    'openai-chat': '/compatible-mode/v1',
    'openai-responses': '/api/v2/apps/protocols/compatible-mode/v1',
    'anthropic-messages': '/apps/anthropic/v1',
  },
  paths: {
    realtime: '/api-ws/v1/realtime',
    rerank: '/api/v1/services/rerank/text-rerank/text-rerank',
    ...{ speech: MADE_AT, transcription: MADE_AT, images: MADE_AT, 'image-edits': MADE_AT },
  },
  formats: {
    speech: 'dashscope',
    transcription: 'dashscope',
    rerank: 'dashscope',
    images: 'dashscope',
    'image-edits': 'dashscope',
    videos: 'dashscope',
  },
  models: [
    ...[
      'qwen3.7-max',
      'qwen3.7-plus',
      'qwen3.6-plus',
      'qwen3.6-flash',
      'qwen3.5-plus',
      'qwen-flash',
      'qwen3-coder-plus',
      'qwen3-coder-flash',
    ],
    ...['qwen3-vl-plus', 'qwen3-omni-flash', 'text-embedding-v4', 'qwen3-rerank', 'qwen-image-2.0', 'qwen3-tts-flash', 'qwen3-asr-flash'],
  ],
  unpriced: ['qwen3-omni-flash', 'text-embedding-v4', 'qwen3-rerank'],
  smallModel: 'qwen3.6-flash',
})

/** A plan speaks chat below a path of its own, and Anthropic's dialect where all of DashScope does. */
function plan(name: 'Coding Plan' | 'Token Plan', address: string, host: string, chatPath: string) {
  const region = address.endsWith('international') ? { zh: '国际', en: 'international' } : { zh: '中国', en: 'China' }
  return {
    name: { zh: `${name}（${region.zh}）`, en: `${name}, ${region.en}` },
    address,
    at: { 'openai-chat': host + chatPath, 'anthropic-messages': `${host}/apps/anthropic/v1` },
    ...(name === 'Coding Plan'
      ? { lacks: [...SOUND, ...PICTURES] }
      : { lacks: SOUND, pathsOf: { images: host + MADE_AT, 'image-edits': host + MADE_AT } }),
  }
}
