import type { Rule } from '../vendors/chat-rules.ts'
import { asOf, names } from './common.ts'

export const openRouterRules: readonly Rule[] = [
  { name: 'openrouter-tool-names', asOf, source: 'https://openrouter.ai/docs/features/tool-calling', accepts: { toolNames: names } },
  {
    name: 'openrouter-roles',
    asOf,
    source: 'https://openrouter.ai/docs/api-reference/overview',
    accepts: { turns: { needsFileNames: true } },
  },
]
