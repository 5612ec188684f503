import { isObject, type JsonObject, parseJson } from '../../encoding/json.ts'

/** Arguments of a call as the object that some dialects demand; text that is no object stands in one. */
export function argumentsObject(text: string): JsonObject {
  if (text.trim() === '') return {}
  const found = parseJson(text)
  return isObject(found) ? found : { input: text }
}
