// Types of the family whose vendor cannot be called yet. One that gets built leaves this list for a file of its own.
import { type VendorRecord, vendor } from './vendor.ts'

const records: readonly VendorRecord[] = [
  { id: 2, name: 'Midjourney Proxy', baseUrl: '', isTestable: false },
  { id: 3, name: 'Azure OpenAI', baseUrl: '' },
  { id: 5, name: 'Midjourney Proxy Plus', baseUrl: '', isTestable: false },
  { id: 6, name: 'OpenAIMax', baseUrl: 'https://api.openaimax.com', isHidden: true },
  { id: 7, name: 'OhMyGPT', baseUrl: 'https://api.ohmygpt.com', isHidden: true },
  { id: 9, name: 'AI.LS', baseUrl: 'https://api.caipacity.com', isHidden: true },
  { id: 10, name: 'AI Proxy', baseUrl: 'https://api.aiproxy.io', isHidden: true },
  {
    ...{ id: 11, name: 'Google PaLM2', baseUrl: '', isHidden: true },
    ended: { zh: 'Google 于 2024 年 8 月停止了 PaLM，请改用 Google Gemini', en: 'Google ended PaLM in August 2024: use Google Gemini' },
  },
  { id: 12, name: 'API2GPT', baseUrl: 'https://api.api2gpt.com', isHidden: true },
  { id: 13, name: 'AIGC2D', baseUrl: 'https://api.aigc2d.com', isHidden: true },
  {
    ...{ id: 15, name: 'Baidu ERNIE', baseUrl: 'https://aip.baidubce.com', keyFormat: 'api-key|secret-key', isHidden: true },
    ended: {
      zh: '百度于 2026 年 8 月停止了该接口，请改用百度千帆及其密钥',
      en: 'Baidu ended this API in August 2026: use Baidu Qianfan, with a key of its own',
    },
  },
  {
    ...{ id: 17, name: 'Ali DashScope', baseUrl: 'https://dashscope.aliyuncs.com' },
    ...{ rulebook: 'qwen', hosts: ['dashscope.aliyuncs.com', 'dashscope-intl.aliyuncs.com', 'dashscope-us.aliyuncs.com'] },
  },
  {
    ...{ id: 21, name: 'AI Proxy Library', baseUrl: 'https://api.aiproxy.io', isHidden: true },
    ended: { zh: '该服务已不存在', en: 'This service does not exist any more' },
  },
  { id: 27, name: 'Perplexity', baseUrl: 'https://api.perplexity.ai', listedAs: ['perplexity'], isHidden: true },
  { id: 36, name: 'Suno', baseUrl: '', isTestable: false },
  { id: 39, name: 'Cloudflare Workers AI', baseUrl: 'https://api.cloudflare.com' },
  {
    ...{ id: 44, name: 'MokaAI M3E', baseUrl: 'https://api.moka.ai', isHidden: true },
    ended: { zh: '该服务已不存在', en: 'This service does not exist any more' },
  },
]

export const unbuilt = records.map((record) => vendor({ ...record, dialects: [], operations: [], isReady: false }))
