// The names of all fields of a schema, however deep: for tests that hold them against a list.
import { z } from 'zod'

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly additionalProperties?: JsonSchema | boolean
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
}

/** @param side what is sent (`input`) or what is answered (`output`) */
export function fieldNames(schema: z.ZodType, side: 'input' | 'output'): ReadonlySet<string> {
  const names = new Set<string>()
  const walk = (one: JsonSchema | boolean | undefined) => {
    if (typeof one !== 'object') return
    for (const [name, field] of Object.entries(one.properties ?? {})) {
      names.add(name)
      walk(field)
    }
    walk(one.items)
    walk(one.additionalProperties)
    for (const inner of [...(one.anyOf ?? []), ...(one.oneOf ?? []), ...(one.allOf ?? [])]) walk(inner)
  }
  walk(JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: side, unrepresentable: 'any' }))))
  return names
}
