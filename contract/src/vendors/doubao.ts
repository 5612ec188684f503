import { vendor } from './vendor.ts'

const models = [
  ...['doubao-seed-2-0-code-preview-260215', 'doubao-seed-1-8-251228', 'doubao-seed-1-6-251015', 'doubao-seed-1-6-flash-250828'],
  ...['deepseek-v4-pro-ga-260813', 'deepseek-v4-flash-ga-260731', 'doubao-seedream-5-0-260128'],
  ...['doubao-seedance-2-0-260128', 'doubao-seedance-2-0-fast-260128'],
]

/**
 * Models are named by their id or by an endpoint of the account (`ep-…`). Anthropic's dialect is served within the plan for coding only.
 * Source: https://www.volcengine.com/docs/82379, 2026.
 */
export const doubao = vendor({
  id: 45,
  name: 'VolcEngine Doubao',
  chineseName: '火山引擎豆包',
  hint: {
    zh: '火山方舟，豆包系列模型；国际站与 Coding Plan 请选对应地址',
    en: 'Doubao models on Volcano Ark; select the address of your site or plan',
  },
  baseUrl: 'https://ark.cn-beijing.volces.com',
  presets: [
    { name: { zh: '国际站 BytePlus', en: 'International, BytePlus' }, address: 'https://ark.ap-southeast.bytepluses.com' },
    {
      name: { zh: 'Coding Plan', en: 'Coding Plan' },
      address: 'doubao-coding-plan',
      at: {
        'openai-chat': 'https://ark.cn-beijing.volces.com/api/coding/v3',
        'anthropic-messages': 'https://ark.cn-beijing.volces.com/api/coding/v1',
      },
      lacks: ['images', 'image-edits', 'videos'],
    },
  ],
  rulebook: 'doubao',
  hosts: ['volces.com', 'bytepluses.com'],
  dialects: ['openai-chat', 'openai-responses'],
  keepsResponses: true,
  isDialectChosen: true,
  versionPaths: { 'openai-chat': '/api/v3', 'openai-responses': '/api/v3' },
  operations: ['chat', 'embeddings', 'images', 'image-edits', 'videos', 'files', 'models'],
  paths: { 'image-edits': '/api/v3/images/generations' },
  formats: { images: 'ark', 'image-edits': 'ark', videos: 'ark' },
  models,
  smallModel: 'doubao-seed-1-6-flash-250828',
})
