import type { ModelShape } from '../dialect.ts'

/** Models as this dialect lists them. */
export const models: ModelShape = {
  one: (id) => ({
    name: `models/${id}`,
    displayName: id,
    supportedGenerationMethods: ['generateContent', 'streamGenerateContent', 'countTokens'],
  }),
  list: (ids) => ({ models: ids.map(models.one) }),
}
