// What the types of a vendor's SDK say that a request may hold.
import type { TSType } from 'oxc-parser'
import { type Declarations, type Field, fieldsOf, nameIn, resolved } from './declarations.ts'

export type SdkFields = {
  /** As `Interface.field`, of all types that the root leads to. */
  fields: readonly string[]
  /** The values that a field `type` may have in them. */
  tags: readonly string[]
}

/**
 * The fields of this type and of every type that it leads to. What is in `without`, fields as `Interface.field` and types by their names,
 * is left out with all that only it leads to.
 */
export function sdkFields(all: Declarations, root: string, without: ReadonlySet<string>): SdkFields {
  const fields = new Set<string>()
  const tags = new Set<string>()
  const seen = new Set([root])
  // A set hands out what is added to it while it is read.
  for (const name of seen) {
    const declaration = all.get(name)
    if (!declaration || 'words' in declaration) continue
    const own = 'fields' in declaration ? declaration.fields : fieldsIn(declaration.type)
    for (const field of own.flatMap((one) => [one, ...fieldsIn(one.type)])) {
      if (without.has(`${name}.${field.name}`) || field.name === '*') continue
      fields.add(`${name}.${field.name}`)
      if (field.name === 'type') for (const tag of named(field.type, 'TSLiteralType')) tags.add(tag)
    }
    const types =
      'fields' in declaration ? own.filter((one) => !without.has(`${name}.${one.name}`)).map(({ type }) => type) : [declaration.type]
    const parents = 'fields' in declaration ? declaration.parents : []
    for (const reference of [...parents, ...types.flatMap((type) => named(type, 'TSTypeReference'))]) {
      const found = resolved(reference, name, all)?.name
      if (found !== undefined && !without.has(found)) seen.add(found)
    }
  }
  return { fields: [...fields].sort(), tags: [...tags].sort() }
}

/** The fields of the objects that are written out inside of a type. */
function fieldsIn(type: TSType): Field[] {
  const own = nodes(type).flatMap((node) => (node.type === 'TSTypeLiteral' && 'members' in node ? fieldsOf(node.members as []) : []))
  return own
}

/** The names in a type of the types that it refers to, or the texts that it lists. */
function named(type: TSType, kind: 'TSTypeReference' | 'TSLiteralType'): string[] {
  return nodes(type).flatMap((node) => {
    const held = node.type === kind && ('typeName' in node ? node.typeName : 'literal' in node ? node.literal : undefined)
    return held ? [nameIn(held as { type: string })] : []
  })
}

/** The nodes of a type, itself first. */
function nodes(value: unknown): { type: string }[] {
  if (Array.isArray(value)) return value.flatMap(nodes)
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(nodes)
  return 'type' in value && typeof value.type === 'string' ? [value as { type: string }, ...inner] : inner
}
