// JSON Schemas of function parameters and of structured answers: what every schema must have, and what strict mode allows.
import { isObject, type Json, type JsonObject } from '../../../src/encoding/json.ts'
import { firstOf } from '../../first-of.ts'
import { type StrictRule, sourced } from '../judge.ts'
import type { Path } from '../shape.ts'
import { isGiven } from './refusal.ts'

/** What is wrong with a schema, in the vendor's words after "Invalid schema for …: ". */
export type SchemaFault = { rule: string; text: string }

const guide = 'https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas'

export const schemaRules: readonly StrictRule[] = sourced({
  'schema-not-an-object': `https://github.com/MervinPraison/PraisonAI/issues/767 (2025-07), ${guide}`,
  'schema-choice-at-root':
    'https://developers.openai.com/api/docs/guides/structured-outputs#root-objects-must-not-be-anyof-and-must-be-an-object',
  'schema-without-properties': 'https://github.com/evalstate/fast-agent/issues/143 (2025-05-06)',
  'schema-array-without-items': `${guide} (documentation as known in 2026-11)`,
  'strict-schema-extra-properties': 'https://github.com/xemantic/xemantic-ai-tool-schema/issues/37 (2025-08-08)',
  'strict-schema-required': 'https://github.com/vercel/ai/issues/6484 (2025-05-26), https://github.com/kevinwatt/mysql-mcp/issues/5',
  'strict-schema-keyword': `${guide}, https://zenn.dev/nicopin/scraps/a8d8f53f5faebb`,
  'strict-schema-format': `${guide} (formats of strings)`,
  'strict-schema-without-type': 'https://github.com/apexive/odoo-llm/issues/212',
  'strict-schema-reference': `${guide} (documentation as known in 2026-11)`,
  'strict-schema-depth': `${guide}, https://github.com/tidyverse/ellmer/issues/671`,
  'strict-schema-size': `${guide} (objects have limitations on nesting depth and size)`,
})

const choices = ['oneOf', 'anyOf', 'allOf', 'enum', 'not']

/** Faults that a function's parameters have in strict mode or not. */
export function parametersFault(schema: Json, isStrict: boolean): SchemaFault | undefined {
  if (!isObject(schema)) return undefined
  // An empty schema stands for a function without parameters.
  if (Object.keys(schema).length === 0 && !isStrict) return undefined
  const found = rootFault(schema)
  if (found) return found
  if (choices.some((keyword) => schema[keyword] !== undefined)) {
    const text = `schema must have type 'object' and not have ${choices.map((keyword) => `'${keyword}'`).join('/')} at the top level.`
    return { rule: 'schema-choice-at-root', text }
  }
  return (isStrict ? strictFault(schema, forbidden) : undefined) ?? propertiesFault(schema) ?? itemsFault(schema)
}

/** Faults that the schema of a strict answer has. */
export function answerFault(schema: Json): SchemaFault | undefined {
  if (!isObject(schema)) return undefined
  return rootFault(schema) ?? strictFault(schema, forbiddenInAnswers) ?? itemsFault(schema)
}

function rootFault(schema: JsonObject): SchemaFault | undefined {
  const type = schema.type
  if (type === 'object' || (type === undefined && schema.$ref !== undefined)) return undefined
  const shown = type === undefined ? '"None"' : JSON.stringify(type)
  return { rule: 'schema-not-an-object', text: `schema must be a JSON Schema of 'type: "object"', got 'type: ${shown}'.` }
}

function propertiesFault(schema: JsonObject): SchemaFault | undefined {
  if (schema.properties !== undefined || schema.$ref !== undefined) return undefined
  return { rule: 'schema-without-properties', text: 'In context=(), object schema missing properties.' }
}

function itemsFault(schema: JsonObject): SchemaFault | undefined {
  const bare = nodes(schema).find(({ node }) => isOfType(node, 'array') && node.items === undefined && node.prefixItems === undefined)
  return bare && { rule: 'schema-array-without-items', text: `In context=${context(bare.path)}, array schema missing items.` }
}

const forbidden = 'uniqueItems oneOf allOf not if then else dependentRequired dependentSchemas patternProperties'.split(' ')
/** A default is taken in the parameters of a strict function, not in the schema of an answer. */
const forbiddenInAnswers = [...forbidden, 'default']
const formats = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid']
const deepestLevel = 10
const mostProperties = 5000

function strictFault(schema: JsonObject, keywords: readonly string[]): SchemaFault | undefined {
  const all = nodes(schema)
  const found = firstOf(all, ({ node, path }) => strictNodeFault(node, path, keywords))
  if (found) return found
  const objects = all.filter(({ node }) => isOfType(node, 'object') || isOfType(node, 'array'))
  const levels = Math.max(0, ...objects.map(({ levels }) => levels))
  if (levels > deepestLevel) {
    return { rule: 'strict-schema-depth', text: `${levels} levels of nesting exceeds limit of ${deepestLevel}.` }
  }
  const properties = all.reduce((sum, { node }) => sum + names(node.properties).length, 0)
  if (properties > mostProperties) {
    return { rule: 'strict-schema-size', text: `${properties} parameters exceeds limit of ${mostProperties}.` }
  }
  return undefined
}

function strictNodeFault(node: JsonObject, path: Path, keywords: readonly string[]): SchemaFault | undefined {
  const at = `In context=${context(path)}`
  const beside = Object.keys(node).filter((keyword) => keyword !== '$ref')
  if (path.length > 0 && node.$ref !== undefined && beside.length > 0) {
    const text = `context=${context(path)}, $ref cannot have keywords {${beside.map((keyword) => `'${keyword}'`).join(', ')}}.`
    return { rule: 'strict-schema-reference', text }
  }
  const keyword = keywords.find((one) => node[one] !== undefined)
  if (keyword) return { rule: 'strict-schema-keyword', text: `${at}, '${keyword}' is not permitted.` }
  if (isOfType(node, 'string') && typeof node.format === 'string' && !formats.includes(node.format)) {
    return { rule: 'strict-schema-format', text: `${at}, '${node.format}' is not a valid format.` }
  }
  if (!['type', 'anyOf', '$ref', 'enum'].some((one) => node[one] !== undefined)) {
    return { rule: 'strict-schema-without-type', text: `${at}, schema must have a 'type' key.` }
  }
  return isOfType(node, 'object') ? strictObjectFault(node, at) : undefined
}

function strictObjectFault(node: JsonObject, at: string): SchemaFault | undefined {
  if (node.additionalProperties !== false) {
    const text = `${at}, 'additionalProperties' is required to be supplied and to be false.`
    return { rule: 'strict-schema-extra-properties', text }
  }
  const properties = names(node.properties)
  const required = Array.isArray(node.required) ? node.required.map(String) : []
  const rule = 'strict-schema-required'
  const all = `${at}, 'required' is required to be supplied and to be an array including every key in properties.`
  const missing = properties.find((name) => !required.includes(name))
  if (missing !== undefined) return { rule, text: `${all} Missing '${missing}'.` }
  const extra = required.find((name) => !properties.includes(name))
  return extra === undefined ? undefined : { rule, text: `${all} Extra required key '${extra}' supplied.` }
}

type Node = { node: JsonObject; path: Path; levels: number }

/** All schemas inside of a schema, itself first. A level is what lies under a property or under the items of a list. */
function nodes(node: JsonObject, path: Path = [], levels = 0): Node[] {
  const below: Node[] = []
  for (const keyword of ['properties', '$defs', 'definitions']) {
    const deeper = keyword === 'properties' ? levels + 1 : 0
    const held = node[keyword]
    if (!isObject(held)) continue
    for (const [name, one] of Object.entries(held)) if (isObject(one)) below.push(...nodes(one, [...path, keyword, name], deeper))
  }
  for (const keyword of ['items', 'additionalProperties']) {
    const held = node[keyword]
    if (isObject(held)) below.push(...nodes(held, [...path, keyword], levels + 1))
  }
  for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
    const held = node[keyword]
    if (!Array.isArray(held)) continue
    for (const [index, one] of held.entries()) if (isObject(one)) below.push(...nodes(one, [...path, keyword, String(index)], levels))
  }
  return [{ node, path, levels }, ...below]
}

function isOfType(node: JsonObject, type: string): boolean {
  return node.type === type || (Array.isArray(node.type) && node.type.includes(type))
}

function names(value: Json | undefined): string[] {
  return isObject(value) ? Object.keys(value) : []
}

/** The place in the schema as the vendor prints it: `()`, `('items',)`, `('properties', 'a')`. */
function context(path: Path): string {
  const steps = path.map((step) => `'${step}'`)
  return steps.length === 1 ? `(${steps[0]},)` : `(${steps.join(', ')})`
}

/** What a strict function without parameters is told. */
export const strictWithoutParameters: SchemaFault = {
  rule: 'strict-schema-extra-properties',
  text: "In context=(), 'additionalProperties' is required to be supplied and to be false.",
}

/** The fault of a function tool's schema: `parameters` and `strict` stand side by side. */
export function functionFault(held: JsonObject): SchemaFault | undefined {
  const isStrict = held.strict === true
  if (!isGiven(held.parameters)) return isStrict ? strictWithoutParameters : undefined
  return parametersFault(held.parameters, isStrict)
}
