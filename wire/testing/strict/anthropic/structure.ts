// The shape of a request: which fields, which types, which values. The vendor names the place by fields, places in lists and, where an
// object is told apart by a tag, the tag: `messages.0.content.1.tool_use.id`.
import { isObject, type Json } from '../../../src/encoding/json.ts'
import { rule } from '../judge.ts'
import type { Fault, Path, Shape } from '../shape.ts'
import { bodyShape } from './body-shape.ts'
import type { Rule } from './call.ts'

type Kind = Fault['kind']

const kinds: readonly { rule: string; kinds: readonly Kind[]; source: string }[] = [
  { rule: 'unknown-field', kinds: ['unknown-field'], source: 'https://github.com/anthropics/claude-code/issues/4378 (2025-07-25)' },
  {
    rule: 'field-required',
    kinds: ['missing-field'],
    source: 'https://platform.claude.com/docs/en/api/messages and the required fields of @anthropic-ai/sdk 1.11 (2026-11)',
  },
  {
    rule: 'value-of-wrong-type',
    kinds: ['wrong-type'],
    source: 'https://platform.claude.com/docs/en/api/messages and the types of @anthropic-ai/sdk 1.11 (2026-11)',
  },
  {
    rule: 'value-not-listed',
    kinds: ['not-in-list'],
    source:
      'https://github.com/anthropics/claude-code/issues/8184 (2025-09-25), for tags https://github.com/dirac-run/dirac/issues/57 (2026-04-30)',
  },
  { rule: 'text-pattern', kinds: ['pattern'], source: 'https://github.com/maximhq/bifrost/issues/5097 (2026-07-10)' },
  {
    rule: 'length-limit',
    kinds: ['text-too-short', 'text-too-long'],
    source: 'https://github.com/anthropics/claude-code/issues/96152 (2026-09-22)',
  },
  { rule: 'number-range', kinds: ['too-small', 'too-large'], source: 'https://github.com/themaximalist/llm.js/issues/30 (2026-08-19)' },
]

/** One rule for each way not to fit. */
export const structureRules: readonly Rule[] = kinds.map(({ rule: name, kinds: own, source }) =>
  // The judge gets parsed JSON.
  rule(name, source, ({ fault, counting, betas, request }) =>
    fault && own.includes(fault.kind) ? words(fault, bodyShape(counting, betas), request.body as Json) : undefined,
  ),
)

function words(fault: Fault, shape: Shape, body: Json): string {
  const found = place(shape, body, fault.path)
  const said = complaint(fault, found.shape)
  return found.path.length === 0 ? said : `${found.path.join('.')}: ${said}`
}

function complaint(fault: Fault, shape: Shape | undefined): string {
  switch (fault.kind) {
    case 'unknown-field':
      return 'Extra inputs are not permitted'
    case 'missing-field':
      return 'Field required'
    case 'wrong-type':
      return `Input should be a valid ${typeName(fault.shape)}`
    case 'not-in-list':
      if (shape?.is !== 'tagged' || !('atObject' in shape)) return `Input should be ${orList(fault.allowed)}`
      if (fault.value === '') return `Unable to extract tag using discriminator '${shape.by}'`
      return `Input tag '${fault.value}' found using '${shape.by}' does not match any of the expected tags: ${quoted(fault.allowed).join(', ')}`
    case 'pattern':
      return `String should match pattern '${fault.pattern.source}'`
    case 'text-too-short':
      return `String should have at least ${fault.limit} character${fault.limit === 1 ? '' : 's'}`
    case 'text-too-long':
      return `String should have at most ${fault.limit} characters`
    case 'too-small':
      return `Input should be greater than or equal to ${fault.limit}`
    case 'too-large':
      return `Input should be less than or equal to ${fault.limit}`
    default:
      return 'Input should be valid'
  }
}

function typeName(shape: Shape): string {
  if (shape.is === 'either') return shape.shapes.some((one) => one.is === 'list') ? 'list' : 'dictionary'
  if (shape.is === 'number') return shape.whole ? 'integer' : 'number'
  const names: Record<string, string> = { text: 'string', flag: 'boolean', list: 'list' }
  return names[shape.is] ?? 'dictionary'
}

function quoted(values: readonly string[]): string[] {
  return values.map((value) => `'${value}'`)
}

function orList(values: readonly string[]): string {
  const all = quoted(values)
  const last = all.pop() ?? ''
  return all.length === 0 ? last : `${all.join(', ')} or ${last}`
}

/** Walks to the place of a fault and puts in the tags that are passed. */
function place(root: Shape, body: Json, path: Path): { path: (string | number)[]; shape: Shape | undefined } {
  const said: (string | number)[] = []
  let shape: Shape | undefined = root
  let value: Json | undefined = body
  for (const step of path) {
    shape = untagged(shape, value, said)
    value = below(value, step)
    shape = shapeBelow(shape, step)
    // A text or a list, not yet told apart: the value tells.
    if (shape?.is === 'either') shape = fitting(shape, value) ?? shape
    said.push(step)
  }
  return { path: said, shape }
}

function untagged(shape: Shape | undefined, value: Json | undefined, said: (string | number)[]): Shape | undefined {
  if (shape?.is !== 'tagged' || !isObject(value)) return shape
  const own = value[shape.by]
  const tag = typeof own === 'string' ? own : (shape.otherwise ?? '')
  // A turn's role is no part of its place: `messages.0.content`.
  if (shape.by === 'type') said.push(tag)
  return shape.cases[tag]
}

function below(value: Json | undefined, step: string | number): Json | undefined {
  if (Array.isArray(value)) return value[Number(step)]
  return isObject(value) ? value[String(step)] : undefined
}

function shapeBelow(shape: Shape | undefined, step: string | number): Shape | undefined {
  if (shape?.is === 'object') return shape.fields[String(step)]
  if (shape?.is === 'list') return shape.of
  return shape?.is === 'dictionary' ? shape.values : undefined
}

function fitting(shape: Extract<Shape, { is: 'either' }>, value: Json | undefined): Shape | undefined {
  if (Array.isArray(value)) return shape.shapes.find((one) => one.is === 'list')
  return isObject(value) ? shape.shapes.find((one) => one.is === 'tagged' || one.is === 'object') : undefined
}
