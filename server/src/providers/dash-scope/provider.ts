import { dashScope as vendor } from '@waystation/contract/vendors/dash-scope'
import { openAICompatible } from '../openai-compatible.ts'

export const dashScope = openAICompatible(vendor, {
  headers: ({ other }, { operation }): Readonly<Record<string, string>> => ({
    // The plug-ins of its older API. Source: server-behaviour 11.1.
    ...(other === '' ? {} : { 'x-dashscope-plugin': other }),
    // Streams are not asked for in the body there. Source: Alibaba Cloud Model Studio, "Qwen-TTS API reference", 2026.
    ...(operation === 'speech' ? { 'x-dashscope-sse': 'enable' } : {}),
  }),
  /**
   * An account in arrears is refused as a wrong request is; and a task that fails for what is in it says so in its code alone. Source:
   * https://help.aliyun.com/zh/model-studio/error-code, 2026.
   */
  normalizeStatus({ code, status }) {
    if (code === 'Arrearage') return 402
    return status >= 500 && code === 'DataInspectionFailed' ? 400 : undefined
  },
})
