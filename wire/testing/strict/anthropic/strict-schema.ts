// Schemas that are compiled into a grammar: of structured answers and of strict tools. They may say less than other schemas.
import { isObject, type Json, type JsonObject } from '../../../src/encoding/json.ts'
import { rule } from '../judge.ts'
import { type Call, firstOf, type Rule, textOf } from './call.ts'

const structured = 'https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations (2026-10)'

/**
 * Keywords that the grammar cannot keep, by the type that they are about. The documentation names the lengths of texts too, but the live API
 * took them in 2026-09.
 */
const numbers = ['exclusiveMaximum', 'exclusiveMinimum', 'maximum', 'minimum', 'multipleOf']
const unsupported: Readonly<Record<string, readonly string[]>> = {
  integer: numbers,
  number: numbers,
  array: ['maxItems'],
}

export const strictSchemaRules: readonly Rule[] = [
  rule('strict-tool-count', 'https://github.com/langchain4j/langchain4j/issues/5128 (2026-05-07)', ({ tools }) => {
    const { length } = tools.filter((tool) => tool.strict === true)
    if (length <= 20) return undefined
    return `Too many strict tools (${length}). The maximum number of strict tools supported is 20. Try reducing the number of tools marked as strict.`
  }),
  rootRule('grammar-recursion', structured, (root) => {
    const [name] = Object.keys(definitionsOf(root)).filter((one) => reaches(root, one, one, new Set()))
    if (name === undefined) return undefined
    return `Invalid schema: Circular reference detected in schema definitions: ${name} -> ${name}. Self-referencing or mutually-referencing definitions are not supported.`
  }),
  nodeRule('grammar-closed-objects', 'https://github.com/tensorzero/tensorzero/issues/6132 (2026-02-04)', (node) =>
    isType(node, 'object') && node.additionalProperties !== false
      ? "For 'object' type, 'additionalProperties' must be explicitly set to false"
      : undefined,
  ),
  nodeRule(
    'grammar-keyword',
    'https://github.com/agentjido/req_llm/issues/302 (2025-12-28) and https://github.com/CherryHQ/cherry-studio/issues/18037',
    (node) => {
      const type = Object.keys(unsupported).find(
        (name) => isType(node, name) && unsupported[name]?.some((keyword) => node[keyword] !== undefined),
      )
      if (type === undefined) return undefined
      const found = (unsupported[type] ?? []).filter((keyword) => node[keyword] !== undefined)
      if (found.length > 1) return `For '${type}' type, properties ${found.join(', ')} are not supported`
      return `For '${type}' type, property '${found[0]}' is not supported`
    },
  ),
  nodeRule('grammar-list-length', structured, ({ minItems }) =>
    typeof minItems === 'number' && minItems > 1 ? "For 'array' type, 'minItems' values other than 0 or 1 are not supported" : undefined,
  ),
  rule('grammar-optional-count', 'https://github.com/genkit-ai/genkit/issues/5230 (2026-05-04)', (call) => {
    const count = nodesOf(call).reduce((sum, node) => sum + optionalOf(node), 0)
    if (count <= 24) return undefined
    return `Schemas contains too many optional parameters (${count}), which would make grammar compilation inefficient. Reduce the number of optional parameters in your tool schemas (limit: 24).`
  }),
  rule('grammar-union-count', 'https://github.com/mozilla/bugbug/pull/6129 (2026-06-04)', (call) => {
    const { length } = nodesOf(call).filter((node) => Array.isArray(node.type) || node.anyOf !== undefined)
    if (length <= 16) return undefined
    return `Schemas contains too many parameters with union types (${length} parameters with type arrays or anyOf). This causes exponential compilation cost. Reduce the number of nullable or union-typed parameters (limit: 16 parameters with unions).`
  }),
]

type Root = { at: string; schema: JsonObject }

function rootsOf({ body, tools }: Call): readonly Root[] {
  const { output_config: config, output_format: old } = body
  const format = isObject(config) && isObject(config.format) ? config.format : undefined
  return [
    ...tools.map((tool, index) => ({ at: `tools.${index}.custom`, schema: tool.strict === true ? tool.input_schema : undefined })),
    { at: 'output_config.format.schema', schema: format?.schema },
    { at: 'output_format.schema', schema: isObject(old) ? old.schema : undefined },
  ].flatMap(({ at, schema }) => (isObject(schema) ? [{ at, schema }] : []))
}

function nodesOf(call: Call): readonly JsonObject[] {
  return rootsOf(call).flatMap(({ schema }) => allNodes(schema))
}

/** A schema and all schemas inside of it. */
function allNodes(schema: Json | undefined): readonly JsonObject[] {
  if (!isObject(schema)) return []
  const named = [schema.properties, schema.$defs, schema.definitions].flatMap((held) => (isObject(held) ? Object.values(held) : []))
  const listed = [schema.anyOf, schema.oneOf, schema.allOf, schema.prefixItems].flatMap((held) => (Array.isArray(held) ? held : []))
  return [schema, ...[...named, ...listed, schema.items, schema.additionalProperties].flatMap((one) => allNodes(one))]
}

function rootRule(name: string, source: string, check: (root: JsonObject) => string | undefined): Rule {
  return rule(name, source, (call: Call) =>
    firstOf(rootsOf(call), ({ at, schema }) => {
      const said = check(schema)
      return said && `${at}: ${said}`
    }),
  )
}

function nodeRule(name: string, source: string, check: (node: JsonObject) => string | undefined): Rule {
  return rootRule(name, source, (root) => firstOf(allNodes(root), check))
}

function isType({ type }: JsonObject, name: string): boolean {
  return type === name || (Array.isArray(type) && type.includes(name))
}

function optionalOf({ properties, required }: JsonObject): number {
  const named = Array.isArray(required) ? required : []
  return isObject(properties) ? Object.keys(properties).filter((name) => !named.includes(name)).length : 0
}

function definitionsOf(root: JsonObject): JsonObject {
  return { ...(isObject(root.definitions) ? root.definitions : {}), ...(isObject(root.$defs) ? root.$defs : {}) }
}

/** Tells whether a definition refers to another one, over any number of steps. */
function reaches(root: JsonObject, from: string, to: string, seen: Set<string>): boolean {
  if (seen.has(from)) return false
  seen.add(from)
  const next = allNodes(definitionsOf(root)[from]).map((node) => textOf(node.$ref).replace(/^#\/(?:\$defs|definitions)\//, ''))
  return next.some((name) => name === to || (name !== '' && reaches(root, name, to, seen)))
}
