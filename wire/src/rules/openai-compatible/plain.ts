import type { Rule } from '../vendors/chat-rules.ts'
import { asOf } from './common.ts'

const turns = { refusesDeveloper: true, refusesRefusals: true, needsJsonArguments: true } as const

/** Common to all of them, unknown servers too. */
export const plainRules: readonly Rule[] = [
  {
    name: 'plain-roles',
    asOf,
    source: 'https://github.com/openai/openai-python/issues/2190',
    accepts: { turns },
  },
]

/** Databricks, which serves models of many makers. */
export const databricksRules: readonly Rule[] = [
  {
    name: 'databricks-fields',
    asOf,
    source: 'https://docs.databricks.com/aws/en/machine-learning/foundation-model-apis/api-reference',
    accepts: { turns, outputTokens: { refusesNewerName: true } },
  },
]
