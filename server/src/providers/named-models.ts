import { isObject, type Json } from '@waystation/wire/encoding/json'

/** The names in a list of models of the shape `{"models": [{"name": "…"}]}`; undefined where it is no such list. */
export function namedModels(answer: Json | undefined): string[] | undefined {
  if (!isObject(answer) || !Array.isArray(answer.models)) return undefined
  return namesIn(answer.models)
}

/** The names of the models in a list of objects. */
export function namesIn(models: readonly Json[]): string[] {
  return models.map((model) => (isObject(model) ? model.name : undefined)).filter((name) => typeof name === 'string')
}
