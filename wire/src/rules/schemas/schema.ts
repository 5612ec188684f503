// JSON schemas whose keeping the vendor guarantees. It knows a part of the language only.
import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import { put } from '../../encoding/reader.ts'

/** Under these words stands a value of the caller's, which may look like a schema and is none. */
const values: readonly string[] = ['enum', 'const', 'default', 'examples', 'required']
/** Under these stand schemas by names of the caller's. */
const named: readonly string[] = ['properties', 'patternProperties', '$defs', 'definitions']

/** The schema without the keywords that are refused; each object's description says what they had said. */
export function describedSchema(schema: JsonObject, refused: readonly string[]): JsonObject {
  const copy: JsonObject = {}
  const said: string[] = []
  for (const key of Object.keys(schema)) {
    const value = schema[key] ?? null
    if (refused.includes(key)) said.push(`${key}: ${JSON.stringify(value)}`)
    else put(copy, key, inner(key, value, refused))
  }
  if (said.length === 0) return copy
  const description = typeof copy.description === 'string' && copy.description !== '' ? `${copy.description} ` : ''
  copy.description = `${description}(${said.join(', ')})`
  return copy
}

function inner(key: string, value: Json, refused: readonly string[]): Json {
  if (values.includes(key)) return value
  if (named.includes(key) && isObject(value)) {
    const copy: JsonObject = {}
    for (const name of Object.keys(value)) put(copy, name, described(value[name] ?? null, refused))
    return copy
  }
  return described(value, refused)
}

function described(value: Json, refused: readonly string[]): Json {
  if (Array.isArray(value)) return value.map((item) => described(item, refused))
  return isObject(value) ? describedSchema(value, refused) : value
}

/** The schema with every object closed: no property beside those that it names. */
export function closedSchema(value: Json): Json {
  if (Array.isArray(value)) return value.map(closedSchema)
  if (!isObject(value)) return value
  const copy: JsonObject = {}
  for (const key of Object.keys(value)) {
    const below = value[key] ?? null
    if (values.includes(key)) put(copy, key, below)
    else if (named.includes(key) && isObject(below)) {
      const inside: JsonObject = {}
      for (const name of Object.keys(below)) put(inside, name, closedSchema(below[name] ?? null))
      put(copy, key, inside)
    } else put(copy, key, closedSchema(below))
  }
  const types: readonly Json[] = Array.isArray(value.type) ? value.type : [value.type ?? null]
  if (types.includes('object') || isObject(value.properties)) copy.additionalProperties = false
  return copy
}

/** Does the schema refer to itself, be it through others? */
export function isRecursive(schema: JsonObject): boolean {
  const refs = new Map([['#', referencesIn(schema)]])
  for (const key of ['$defs', 'definitions']) {
    const below = schema[key]
    if (isObject(below)) for (const name of Object.keys(below)) refs.set(`#/${key}/${name}`, referencesIn(below[name] ?? null))
  }
  return hasCycle(refs)
}

/** Where the references of a schema lead to, but for those in its definitions. */
function referencesIn(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  if (!isObject(value)) return []
  return Object.keys(value).flatMap((key) => {
    const below = value[key] ?? null
    if (key === '$ref') return typeof below === 'string' ? [below] : []
    if (key === '$defs' || key === 'definitions' || values.includes(key)) return []
    return named.includes(key) && isObject(below) ? Object.values(below).flatMap((each) => referencesIn(each ?? null)) : referencesIn(below)
  })
}

/** Each definition is left once only, and none calls another: a thousand may refer to each other, each of them twice. */
function hasCycle(refs: ReadonlyMap<string, readonly string[]>): boolean {
  const [open, done] = [new Set<string>(), new Set<string>()]
  for (const start of refs.keys()) {
    if (done.has(start)) continue
    const path = [{ name: start, rest: refs.get(start)?.values() }]
    open.add(start)
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const next = last.rest?.next()
      if (next === undefined || next.done) {
        open.delete(last.name)
        done.add(last.name)
        path.pop()
      } else if (open.has(next.value)) return true
      else if (refs.has(next.value) && !done.has(next.value)) {
        open.add(next.value)
        path.push({ name: next.value, rest: refs.get(next.value)?.values() })
      }
    }
  }
  return false
}

/** Do all properties have names of this form? */
export function hasFittingNames(value: Json, form: RegExp): boolean {
  if (Array.isArray(value)) return value.every((item) => hasFittingNames(item, form))
  if (!isObject(value)) return true
  for (const key in value) {
    const below = value[key]
    if (typeof below !== 'object' || below === null || values.includes(key)) continue
    if (named.includes(key) && isObject(below)) {
      for (const name in below) {
        if (key === 'properties' && !form.test(name)) return false
        if (!hasFittingNames(below[name] ?? null, form)) return false
      }
    } else if (!hasFittingNames(below, form)) return false
  }
  return true
}

/** The schema with its definitions under `$defs`, where older drafts have another word. */
export function withUsualDefinitions(schema: JsonObject): JsonObject {
  if (schema.definitions === undefined) return schema
  const renamed = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(renamed)
    if (!isObject(value)) return value
    const copy: JsonObject = {}
    for (const key of Object.keys(value)) {
      const below = value[key] ?? null
      if (key === '$ref' && typeof below === 'string') copy.$ref = below.replace(/^#\/definitions\//, '#/$defs/')
      else put(copy, key === 'definitions' ? '$defs' : key, renamed(below))
    }
    return copy
  }
  const all = renamed(schema)
  return isObject(all) ? all : schema
}

/** Does an object say that it is open to properties beside those that it names? */
export function isOpenSchema(value: Json): boolean {
  if (Array.isArray(value)) return value.some(isOpenSchema)
  if (!isObject(value)) return false
  if (value.additionalProperties !== undefined && value.additionalProperties !== false) return true
  return Object.keys(value).some((key) => {
    const below = value[key] ?? null
    if (named.includes(key) && isObject(below)) return Object.values(below).some((each) => isOpenSchema(each ?? null))
    return !values.includes(key) && isOpenSchema(below)
  })
}

/** Is any of these keywords in the schema? */
export function hasKeyword(value: Json, keywords: readonly string[]): boolean {
  if (Array.isArray(value)) return value.some((item) => hasKeyword(item, keywords))
  if (!isObject(value)) return false
  return Object.keys(value).some((key) => {
    if (keywords.includes(key)) return true
    const below = value[key] ?? null
    if (values.includes(key)) return false
    if (named.includes(key) && isObject(below)) return Object.values(below).some((each) => hasKeyword(each ?? null, keywords))
    return hasKeyword(below, keywords)
  })
}

/** Is every object closed, with all of its properties required? Only such a schema is guaranteed by some vendors. */
export function isWhole(value: Json): boolean {
  if (Array.isArray(value)) return value.every(isWhole)
  if (!isObject(value)) return true
  if (value.type === 'object' || isObject(value.properties)) {
    const { properties, required } = value
    const names = isObject(properties) ? Object.keys(properties) : []
    const given = new Set(Array.isArray(required) ? required : undefined)
    if (value.additionalProperties !== false || !Array.isArray(required) || !names.every((name) => given.has(name))) return false
  }
  return Object.keys(value).every((key) => {
    const below = value[key] ?? null
    if (values.includes(key)) return true
    if (named.includes(key) && isObject(below)) return Object.values(below).every((each) => isWhole(each ?? null))
    return isWhole(below)
  })
}
