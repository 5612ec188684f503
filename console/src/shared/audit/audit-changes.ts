// What an action changed, field by field, out of the JSON that the server keeps of it.
import { isObject } from '../../shared/is-object.ts'

/** One field. A side on which it did not exist is undefined. */
export interface FieldChange {
  /** Names from the outside in, joined with dots; empty: the value as a whole. */
  readonly field: string
  readonly before: string | undefined
  readonly after: string | undefined
}

export type AuditDetail =
  | { readonly kind: 'none' }
  /** It was there before, and it is known how it differed afterwards. */
  | { readonly kind: 'changes'; readonly fields: readonly FieldChange[] }
  /** Only what came of it, or what was sent. */
  | { readonly kind: 'values'; readonly fields: readonly FieldChange[] }

/** Reads the details of a row. Fields that stayed the same are left out of changes, and so is what was asked for: the sentence says it. */
export function readDetail(detail: unknown): AuditDetail {
  if (!isObject(detail)) return { kind: 'none' }
  const { before, after } = detail
  if (before !== undefined && before !== null) {
    const fields = joined(before, after).filter(({ field, before: old, after: now }) => old !== now && field !== 'action')
    return { kind: 'changes', fields }
  }
  const values = after ?? onlyFilled({ ...asFields(detail.params), ...asFields(detail.sent) })
  const fields = joined(undefined, values)
  return fields.length === 0 ? { kind: 'none' } : { kind: 'values', fields }
}

function joined(before: unknown, after: unknown): FieldChange[] {
  const olds = leavesOf(before)
  const news = leavesOf(after)
  return [...new Set([...olds.keys(), ...news.keys()])].map((field) => ({ field, before: olds.get(field), after: news.get(field) }))
}

/** The values at the ends of a tree, by their path. Settings are kept as JSON in a text, and are looked into as well. */
function leavesOf(value: unknown, path = '', leaves = new Map<string, string>()): Map<string, string> {
  const tree = typeof value === 'string' ? (parsedObject(value) ?? value) : value
  if (isObject(tree)) {
    for (const [name, inner] of Object.entries(tree)) leavesOf(inner, path === '' ? name : `${path}.${name}`, leaves)
  } else if (tree !== undefined && tree !== null) {
    leaves.set(path, typeof tree === 'string' ? tree : JSON.stringify(tree))
  }
  return leaves
}

function parsedObject(text: string): object | undefined {
  if (!text.trimStart().startsWith('{')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const asFields = (value: unknown) => (isObject(value) ? value : {})

/** Calls without parameters or without a body leave empty objects. */
const onlyFilled = (fields: Readonly<Record<string, unknown>>) => (Object.keys(fields).length === 0 ? undefined : fields)
