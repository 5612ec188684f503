// Bodies for tests that send something to every call: made from the contract's schemas, so that a new call is tested as it is declared.
import { z } from 'zod'

interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly minimum?: number
  readonly pattern?: string
}

/** A body with every field that the schema names. @param text stands in every text whose form is free */
export function sampleBody(schema: z.ZodType, text = 'sample'): unknown {
  const told: JsonSchema = JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })))
  return sample(told, text)
}

function sample(schema: JsonSchema, text: string): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const inner = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== 'null')
  if (inner) return sample(inner, text)
  if (schema.allOf?.[0]) return sample(schema.allOf[0], text)
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.find((one) => one !== 'null')
  if (type === 'object' || schema.properties)
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, sample(one, text)]))
  if (type === 'array') return schema.items ? [sample(schema.items, text)] : []
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, 1)
  return type === 'boolean' ? true : text
}
