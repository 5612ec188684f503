import { doubao as vendor } from '@waystation/contract/vendors/doubao'
import { openAICompatible } from '../openai-compatible.ts'

const VERSION = /\/api\/v3$/

export const doubao = openAICompatible(vendor, {
  /** Applications (`bot-…`) are called like models, at a path of their own. Source: server-behaviour 11.1. */
  fullUrl(base, { operation, model }) {
    return operation === 'chat' && model.startsWith('bot') ? `${base.replace(VERSION, '')}/api/v3/bots/chat/completions` : undefined
  },
})
