import type { Rule } from '../vendors/chat-rules.ts'
import { asOf } from './common.ts'

/** Common to all of them, unknown servers too. */
export const plainRules: readonly Rule[] = [
  {
    name: 'plain-roles',
    asOf,
    source: 'https://github.com/openai/openai-python/issues/2190',
    accepts: { turns: { refusesDeveloper: true, refusesRefusals: true, needsJsonArguments: true } },
  },
]
