// Types of the family whose vendor cannot be called, most of them not yet. One that gets built leaves this list for a file of its own.
import { type VendorRecord, vendor } from './vendor.ts'

const records: readonly VendorRecord[] = [
  {
    ...{ id: 11, name: 'Google PaLM2', baseUrl: '', isHidden: true },
    ended: { zh: 'Google 于 2024 年 8 月停止了 PaLM，请改用 Google Gemini', en: 'Google ended PaLM in August 2024: use Google Gemini' },
  },
  {
    ...{ id: 15, name: 'Baidu ERNIE', baseUrl: 'https://aip.baidubce.com', keyFormat: 'api-key|secret-key', isHidden: true },
    ended: {
      zh: '百度于 2026 年 8 月停止了该接口，请改用百度千帆及其密钥',
      en: 'Baidu ended this API in August 2026: use Baidu Qianfan, with its own key',
    },
  },
  {
    ...{ id: 21, name: 'AI Proxy Library', baseUrl: 'https://api.aiproxy.io', isHidden: true },
    ended: { zh: '该服务已不存在', en: 'This service does not exist any more' },
  },
  {
    ...{ id: 44, name: 'MokaAI M3E', baseUrl: 'https://api.moka.ai', isHidden: true },
    ended: { zh: '该服务已不存在', en: 'This service does not exist any more' },
  },
  // Numbers that newer gateways of the family gave out: without a row here they would count as an address of the operator's own.
  { id: 57, name: 'ChatGPT Subscription', baseUrl: '' },
  { id: 59, name: 'Sub2API', baseUrl: '' },
  { id: 61, name: 'Task Plug-in', baseUrl: '' },
]

export const unbuilt = records.map((record) => vendor({ ...record, dialects: [], operations: [], isReady: false }))
