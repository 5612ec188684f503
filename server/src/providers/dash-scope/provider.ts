import { dashScope as vendor } from '@waystation/contract/vendors/dash-scope'
import { openAICompatible } from '../openai-compatible.ts'

export const dashScope = openAICompatible(vendor, {
  /** The plug-ins of its older API. Source: server-behaviour 11.1. */
  headers: ({ other }): Readonly<Record<string, string>> => (other === '' ? {} : { 'x-dashscope-plugin': other }),
})
