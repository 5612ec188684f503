// What api.groq.com checks of the schemas of functions and of answers.
import { isObject, type Json } from '../../../src/json.ts'
import { type ChatRule, type ChatWalk, formatOf, functionsOf } from '../chat-judge.ts'
import { rule } from '../judge.ts'
import { inside, textOf } from '../openai/refusal.ts'
import type { Complaint } from './complaint.ts'

const closing = {
  rule: 'additional-properties',
  source:
    'https://github.com/Meridiona/meridian/pull/811 (2026-08-19), https://github.com/eigent-ai/eigent/pull/1786 (2026-07-19), https://console.groq.com/docs/structured-outputs (strict mode)',
}
const requiring = {
  rule: 'required-properties',
  source: 'https://console.groq.com/docs/structured-outputs (strict mode: all fields must be required)',
}

type StrictSchema = { named: string; schema: Json | undefined; param: string }

/** The schemas that are to be kept to strictly, as they are named in a fault. */
export const strictSchemas: ChatWalk<Complaint> = {
  rules: [closing, requiring],
  walk(body) {
    const functions = functionsOf(body).flatMap(({ held, name, index }): StrictSchema[] => {
      const param = `tool ${name}, tools[${index}].function.parameters`
      return held.strict === true ? [{ named: param, schema: held.parameters, param }] : []
    })
    const format = inside(inside(body.response_format).json_schema)
    const answer = { named: `response_format: '${textOf(format.name)}'`, schema: format.schema, param: 'response_format' }
    for (const { named, schema, param } of format.strict === true ? [...functions, answer] : functions) {
      const found = strictFault(schema, '')
      if (found) return { rule: found.rule, complaint: { message: `invalid JSON schema for ${named}: ${found.text}`, param } }
    }
    return undefined
  },
}

function strictFault(schema: Json | undefined, path: string): { rule: string; text: string } | undefined {
  if (!isObject(schema)) return undefined
  const properties = isObject(schema.properties) ? schema.properties : {}
  const at = path === '' ? '' : `${path}: `
  if (schema.type === 'object' && schema.additionalProperties !== false) {
    return { rule: closing.rule, text: `${at}additionalProperties:false must be set on every object` }
  }
  const required = Array.isArray(schema.required) ? schema.required : []
  const optional = Object.keys(properties).find((name) => !required.includes(name))
  if (optional !== undefined) {
    return { rule: requiring.rule, text: `${at}'required' must be an array including every key in properties. Missing '${optional}'` }
  }
  const inner = [
    ...Object.entries(properties).map(([name, one]) => [one, `${path}/properties/${name}`] as const),
    [schema.items, `${path}/items`] as const,
    ...(Array.isArray(schema.anyOf) ? schema.anyOf.map((one, index) => [one, `${path}/anyOf/${index}`] as const) : []),
  ]
  return inner.map(([one, place]) => strictFault(one, place)).find((fault) => fault !== undefined)
}

export const schemaChecks: readonly ChatRule<Complaint>[] = [
  rule(
    'required-without-properties',
    'https://github.com/usestrix/strix/issues/1204 (2026-08-31), https://github.com/usestrix/strix/issues/1088 (2026-08-16)',
    ({ body }) => {
      const found = functionsOf(body).find(({ held }) => {
        const schema = inside(held.parameters)
        return schema.required !== undefined && schema.properties === undefined
      })
      if (!found) return undefined
      const param = `tool ${found.name}, tools[${found.index}].function.parameters`
      return { message: `invalid JSON schema for ${param}: 'required' present but 'properties' is missing`, param }
    },
  ),
  rule(
    'json-schema-of-model',
    'https://github.com/ItzCrazyKns/Vane/issues/980 (2026-01-12), https://console.groq.com/docs/structured-outputs (supported models)',
    ({ body }) => {
      if (formatOf(body) !== 'json_schema' || !/^(llama-3|llama3|gemma|allam)/.test(textOf(body.model))) return undefined
      const where = 'See supported models at https://console.groq.com/docs/structured-outputs#supported-models'
      return { message: `This model does not support response format \`json_schema\`. ${where}`, param: 'response_format' }
    },
  ),
]
