import { dashScope as vendor } from '@waystation/contract/vendors/dash-scope'
import { openAICompatible } from '../openai-compatible.ts'

/** Codes of tasks that failed for what they were to make, or of what. */
const CALLERS = /^(DataInspectionFailed|IPInfringementSuspect|InvalidParameter|InvalidURL|InvalidImage)\b/

export const dashScope = openAICompatible(vendor, {
  headers: ({ other }, { operation }): Readonly<Record<string, string>> => ({
    // The plug-ins of its older API. Source: server-behaviour 11.1.
    ...(other === '' ? {} : { 'x-dashscope-plugin': other }),
    // Streams are not asked for in the body there. Source: Alibaba Cloud Model Studio, "Qwen-TTS API reference", 2026.
    ...(operation === 'speech' ? { 'x-dashscope-sse': 'enable' } : {}),
  }),
  /**
   * An account in arrears is refused as a wrong request is; and a task that fails for what its caller asked says so in its code alone. Source:
   * https://help.aliyun.com/zh/model-studio/error-code, 2026.
   */
  normalizeStatus({ code = '', status }) {
    if (code === 'Arrearage') return 402
    return status >= 500 && CALLERS.test(code) ? 400 : undefined
  },
})
