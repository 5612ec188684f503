/** A JSON value as it stands on a vendor's wire. */
export type Json = string | number | boolean | null | JsonArray | JsonObject
export type JsonArray = Json[]
/** Read by key with a check: a key that is absent reads as undefined. */
export interface JsonObject {
  [key: string]: Json | undefined
}

/** The value of a JSON text; undefined when it is none. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The value of a text that we printed ourselves from JSON, as a reader does with what only a writer of its dialect needs. */
export function printedJson(text: string): Json {
  return JSON.parse(text)
}

/** True for a JSON object: neither a list nor null. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
