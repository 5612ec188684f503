import type { ModelShape } from '../dialect.ts'

/** Models as this dialect lists them. */
export const models: ModelShape = {
  one: ({ id, contextTokens, longestAnswerTokens }) => ({
    name: `models/${id}`,
    displayName: id,
    ...(contextTokens === undefined ? {} : { inputTokenLimit: contextTokens }),
    ...(longestAnswerTokens === undefined ? {} : { outputTokenLimit: longestAnswerTokens }),
    supportedGenerationMethods: ['generateContent', 'streamGenerateContent', 'countTokens'],
  }),
  list: (listed) => ({ models: listed.map(models.one) }),
}
