// What the types of a vendor's SDK say that a request may hold, read from the text of its declarations.

export type SdkFields = {
  /** As `Interface.field`, of all types that the root leads to. */
  fields: readonly string[]
  /** The values that a field `type` may have in them. */
  tags: readonly string[]
}

type Declaration = { name: string; text: string }

/**
 * The fields of this type and of every type that it leads to. What is in `without`, fields as `Interface.field` and types by their names,
 * is left out with all that only it leads to.
 */
export function sdkFields(sources: readonly string[], root: string, without: ReadonlySet<string>): SdkFields {
  const declarations = new Map(sources.flatMap((source) => declarationsOf(source)).map((one) => [one.name, one]))
  const fields = new Set<string>()
  const tags = new Set<string>()
  const open = [root]
  const seen = new Set(open)
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const text = declarations.get(name)?.text ?? ''
    for (const field of fieldsOf(text)) if (!without.has(`${name}.${field.name}`)) fields.add(`${name}.${field.name}`)
    for (const [, values = ''] of text.matchAll(/\btype\??: ((?:'[\w.-]+'(?: \| )?)+)/g)) {
      for (const [, tag = ''] of values.matchAll(/'([\w.-]+)'/g)) tags.add(tag)
    }
    for (const reference of referencesOf(name, text, without)) {
      const found = resolved(reference, name, declarations)
      if (found === undefined || seen.has(found) || without.has(found)) continue
      seen.add(found)
      open.push(found)
    }
  }
  return { fields: [...fields].sort(), tags: [...tags].sort() }
}

/** Interfaces, classes and types, those in a namespace under its name. */
function declarationsOf(source: string, scope = ''): Declaration[] {
  const text = scope === '' ? source.replace(/\/\*[\s\S]*?\*\//g, '') : source
  const found: Declaration[] = []
  const heads = /(?:^|\n)\s*(?:export )?(?:declare )?(interface|class|type|namespace) ([\w$]+)/g
  for (let head = heads.exec(text); head; head = heads.exec(text)) {
    const [, kind, name = ''] = head
    const end = endOf(text, heads.lastIndex, kind === 'type')
    const body = text.slice(heads.lastIndex, end)
    heads.lastIndex = end
    if (kind === 'namespace') found.push(...declarationsOf(body.replace(/^\s*\{/, '\n'), `${scope}${name}.`))
    else found.push({ name: `${scope}${name}`, text: body })
  }
  return found
}

/** Where a declaration ends: at the brace that closes it, or at the semicolon of a type. */
function endOf(text: string, start: number, isType: boolean): number {
  let depth = 0
  for (let place = start; place < text.length; place++) {
    if (text[place] === '{') depth++
    if (text[place] === '}' && --depth === 0 && !isType) return place + 1
    if (text[place] === ';' && depth === 0 && isType) return place
  }
  return text.length
}

function fieldsOf(text: string): { name: string; type: string }[] {
  return [...text.matchAll(/\n\s*(\w+)\??: ([^\n]*)/g)].map(([, name = '', type = '']) => ({ name, type }))
}

/** Names of types in this text, but for those of fields that are left out. */
function referencesOf(owner: string, text: string, without: ReadonlySet<string>): string[] {
  const kept = text.replace(/\n\s*(\w+)\??: ([^\n]*)/g, (line, name: string) => (without.has(`${owner}.${name}`) ? '' : line))
  return [...kept.replace(/'[^']*'/g, '').matchAll(/(?<![\w.])[A-Z][\w$]*(?:\.[A-Z][\w$]*)*/g)].map(([name]) => name)
}

/** The full name of what a reference from inside of `from` means; its first word may be the name of another file. */
function resolved(reference: string, from: string, declarations: ReadonlyMap<string, Declaration>): string | undefined {
  const steps = from.split('.')
  const scopes = Array.from({ length: steps.length + 1 }, (_, index) => steps.slice(0, steps.length - index))
  const names = [reference, reference.replace(/^\w+\./, '')]
  return names.flatMap((name) => scopes.map((scope) => [...scope, name].join('.'))).find((name) => declarations.has(name))
}
