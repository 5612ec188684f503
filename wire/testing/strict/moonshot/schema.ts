// Moonshot Flavored JSON Schema: what the vendor's validator refuses in the parameters of a tool. Keywords that the specification does not
// list are reported in a header of the answer and refuse nothing.
import { isObject, type Json, type JsonObject } from '../../../src/encoding/json.ts'
import { firstOf } from '../../first-of.ts'
import { isGiven, textOf } from '../chat-judge.ts'

type SchemaFault = { kind: string; path: string[]; message: string }
type Found = Omit<SchemaFault, 'path'> & { at?: string }

/** Where each kind of refusal was recorded. */
export const schemaSources: Readonly<Record<string, string>> = {
  // One report of 2026-09-21 (MiqroForge-Desktop#1165) found such a schema taken below `items`; all others say that it is refused.
  'schema-type-beside-any-of':
    'https://github.com/vercel/ai/pull/18921 (2026-08-14), https://github.com/MoonshotAI/kimi-cli/issues/2531 (2026-07-22)',
  'schema-reference-outside': 'https://github.com/code-yeongyu/oh-my-openagent/issues/3564 (2026-04-21)',
  'schema-type-beside-reference': 'https://github.com/lidge-jun/opencodex/pull/2677 (2026-08-26)',
  'schema-reference-conflict': 'https://github.com/MoonshotAI/kimi-cli/issues/2061 (2026-04-24)',
  'schema-items': 'https://github.com/vercel/ai/pull/18921 (2026-08-14)',
  'schema-property': 'https://github.com/can1357/oh-my-pi/pull/5980 (2026-07-18)',
  'schema-required': 'https://github.com/NousResearch/hermes-agent/pull/66853 (2026-07-18)',
  'schema-required-undefined': 'https://github.com/vercel/ai/pull/18921 (2026-08-14); the text is not recorded',
}

/** The first thing in a schema that the validator refuses. */
export function schemaFault(schema: Json | undefined): SchemaFault | undefined {
  return isObject(schema) ? faultBelow(schema, schema, []) : undefined
}

function faultBelow(node: JsonObject, root: JsonObject, path: string[]): SchemaFault | undefined {
  const found = faultAt(node, root)
  if (found) return { kind: found.kind, message: found.message, path: found.at ? [...path, found.at] : path }
  return firstOf(children(node), ([steps, child]) => faultBelow(child, root, [...path, ...steps]))
}

function faultAt(node: JsonObject, root: JsonObject): Found | undefined {
  if (isGiven(node.type) && Array.isArray(node.anyOf)) {
    const message = 'when using anyOf, type should be defined in anyOf items instead of the parent schema'
    return { kind: 'schema-type-beside-any-of', message }
  }
  return referenceFault(node, root) ?? memberFault(node)
}

function referenceFault(node: JsonObject, root: JsonObject): Found | undefined {
  const { $ref: reference } = node
  if (typeof reference !== 'string') return undefined
  if (reference !== '#' && !reference.startsWith('#/$defs/')) {
    return { kind: 'schema-reference-outside', message: 'references must start with #/$defs/', at: '$ref' }
  }
  if (isGiven(node.type)) {
    const message = 'when using $ref, type should be defined in the referenced schema instead of the parent schema'
    return { kind: 'schema-type-beside-reference', message }
  }
  const definitions = isObject(root.$defs) ? root.$defs : {}
  const referenced = definitions[reference.slice('#/$defs/'.length)]
  const both = Object.keys(node).find((name) => name !== '$ref' && isObject(referenced) && Object.hasOwn(referenced, name))
  return both === undefined
    ? undefined
    : { kind: 'schema-reference-conflict', message: `conflicting keywords found after $ref expansion: ${both}` }
}

function memberFault({ items, properties, required }: JsonObject): Found | undefined {
  if (items !== undefined && !isObject(items)) return { kind: 'schema-items', message: 'items must be an object', at: 'items' }
  const known = isObject(properties) ? properties : {}
  const wrong = Object.keys(known).find((name) => !isObject(known[name]))
  if (wrong !== undefined) {
    return { kind: 'schema-property', message: `property schema for '${wrong}' must be an object`, at: 'properties' }
  }
  if (required === undefined) return undefined
  if (!Array.isArray(required)) return { kind: 'schema-required', message: 'required must be an array', at: 'required' }
  const missing = isObject(properties) ? required.map(textOf).find((name) => !Object.hasOwn(known, name)) : undefined
  return missing === undefined
    ? undefined
    : { kind: 'schema-required-undefined', message: `required property '${missing}' is not defined in properties`, at: 'required' }
}

function children(node: JsonObject): [string[], JsonObject][] {
  const found: [string[], Json | undefined][] = [
    ...Object.entries(isObject(node.$defs) ? node.$defs : {}).map(([name, one]): [string[], Json | undefined] => [['$defs', name], one]),
    ...Object.entries(isObject(node.properties) ? node.properties : {}).map(([name, one]): [string[], Json | undefined] => [
      ['properties', name],
      one,
    ]),
    ...(Array.isArray(node.anyOf) ? node.anyOf : []).map((one, place): [string[], Json | undefined] => [['anyOf', String(place)], one]),
    [['items'], node.items],
    [['additionalProperties'], node.additionalProperties],
  ]
  return found.flatMap(([steps, one]) => (isObject(one) ? [[steps, one] as [string[], JsonObject]] : []))
}
