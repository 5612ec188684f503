// The types that a vendor's SDK declares, read from its declaration files.
import { readFileSync } from 'node:fs'
import { parseSync, type Statement, type TSSignature, type TSType } from 'oxc-parser'

/** A field of an object, or the type of all its fields under `*`. */
export type Field = { name: string; type: TSType; isRequired: boolean; doc?: string }

/** What a name stands for: fields of its own and those of its parents, another type, or the words of an enumeration. */
export type Declaration = { name: string } & (
  | { fields: readonly Field[]; parents: readonly string[] }
  | { type: TSType }
  | { words: readonly string[] }
)

export type Declarations = ReadonlyMap<string, Declaration>

/** All declarations of these files of node_modules, those in a namespace under its name, as `Tool.InputSchema`. Of two by one name the first counts. */
export function sdkDeclarations(files: readonly string[]): Declarations {
  const all = files.flatMap((file) => {
    const text = readFileSync(new URL(`../../../node_modules/${file}`, import.meta.url), 'utf8')
    return parseSync(file, text).program.body.flatMap((one) => declared(one, '', text))
  })
  return new Map(all.reverse().map((one) => [one.name, one]))
}

function declared(statement: Statement | { type: 'Directive' }, scope: string, text: string): Declaration[] {
  const one = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  switch (one?.type) {
    case 'TSInterfaceDeclaration': {
      const parents = one.extends.flatMap(({ expression }) => (expression.type === 'Identifier' ? [expression.name] : []))
      return [{ name: scope + one.id.name, fields: fieldsOf(one.body.body, text), parents }]
    }
    case 'TSTypeAliasDeclaration':
      return [{ name: scope + one.id.name, type: one.typeAnnotation }]
    case 'TSEnumDeclaration':
      return [{ name: scope + one.id.name, words: one.body.members.map(({ id, initializer }) => nameIn(initializer ?? id)) }]
    case 'ClassDeclaration':
      return [{ name: scope + (one.id?.name ?? ''), fields: fieldsOf(one.body.body, text), parents: [] }]
    case 'TSModuleDeclaration': {
      const inner = one.id.type === 'Identifier' ? `${scope}${one.id.name}.` : scope
      return (one.body?.body ?? []).flatMap((held) => declared(held, inner, text))
    }
    default:
      return []
  }
}

/** The fields that an object type lists; methods are left out. */
export function fieldsOf(members: readonly { type: string }[], text = ''): Field[] {
  return (members as readonly TSSignature[]).flatMap((member): Field[] => {
    if (member.type === 'TSIndexSignature') return [{ name: '*', type: member.typeAnnotation.typeAnnotation, isRequired: false }]
    // The members of a class are of another type with the same parts.
    if (!['TSPropertySignature', 'PropertyDefinition'].includes(member.type) || !('key' in member)) return []
    const { key, typeAnnotation, optional } = member as Extract<TSSignature, { type: 'TSPropertySignature' }>
    return typeAnnotation
      ? [{ name: nameIn(key), type: typeAnnotation.typeAnnotation, isRequired: !optional, doc: docBefore(text, member.start) }]
      : []
  })
}

/** The comment right before a place. */
function docBefore(text: string, start: number): string {
  const before = text.slice(0, start).trimEnd()
  return before.endsWith('*/') ? before.slice(before.lastIndexOf('/**')) : ''
}

/** A name as it is written: `Shared.Metadata`, a key with or without quotes. */
export function nameIn(node: { type: string }): string {
  if ('left' in node && 'right' in node) return `${nameIn(node.left as typeof node)}.${nameIn(node.right as typeof node)}`
  return 'name' in node ? String(node.name) : 'value' in node ? String(node.value) : ''
}

/** What a name means where `from` uses it: of its scopes the innermost counts, and its first word may be the name of another file. */
export function resolved(name: string, from: string, all: Declarations): Declaration | undefined {
  const steps = from.split('.')
  const scopes = steps.map((_, index) => steps.slice(0, steps.length - index)).concat([[]])
  const names = [...scopes.map((scope) => [...scope, name].join('.')), name.replace(/^\w+\./, '')]
  return all.get(names.find((one) => all.has(one)) ?? '')
}
