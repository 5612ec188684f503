// A small structural checker for the strict vendors: which fields exist, of which types, with which values. It only says what is wrong
// and where; each vendor has its own words for it.
import { isObject, type Json, type JsonObject } from '../../src/encoding/json.ts'
import { firstOf } from '../first-of.ts'

/** Where in a request: names of fields and places in lists. */
export type Path = readonly (string | number)[]

type Common = {
  /** Null is taken as if the field were absent. */
  nullable?: boolean
  /** The object that holds this field is refused without it. */
  required?: boolean
  /** What a vendor says it expected, where it does not say so by the type alone. */
  words?: string
  /** The type that it was made from. */
  named?: string
}
export type TextShape = Common & { is: 'text'; min?: number; max?: number; pattern?: RegExp; oneOf?: readonly string[] }
export type NumberShape = Common & { is: 'number'; whole: boolean; min?: number; max?: number }
export type ListShape = Common & { is: 'list'; of: Shape; min?: number; max?: number }
export type ObjectShape = Common & { is: 'object'; fields: Readonly<Record<string, Shape>>; others: 'refused' | 'ignored' }
export type DictionaryShape = Common & { is: 'dictionary'; values: Shape; maxEntries?: number; maxKey?: number }
/** An object whose field `by` names which of the cases it is. */
export type TaggedShape = Common & {
  is: 'tagged'
  by: string
  cases: Readonly<Record<string, Shape>>
  /** The case of an object without the tag. */
  otherwise?: string
  /** The case of an object with an unknown tag; without one it is refused. */
  strangersAre?: string
  /** A wrong tag is reported at the object, not at its tag. */
  atObject?: boolean
  /** All tags of the vendor, where only some of them are taken here: a tag outside of these is reported at the tag. */
  known?: readonly string[]
}
/** Told apart by the JSON type: at most one text, one list, one object. */
export type EitherShape = Common & { is: 'either'; shapes: readonly Shape[] }
export type Shape =
  | TextShape
  | NumberShape
  | ListShape
  | ObjectShape
  | DictionaryShape
  | TaggedShape
  | EitherShape
  | (Common & { is: 'flag' })
  | (Common & { is: 'anything' })

/** What is wrong, and where. */
export type Fault = { path: Path } & (
  | { kind: 'unknown-field' }
  | { kind: 'missing-field' }
  | { kind: 'wrong-type'; shape: Shape; value: Json }
  | { kind: 'not-in-list'; value: string; allowed: readonly string[] }
  | { kind: 'pattern'; pattern: RegExp }
  | { kind: 'text-too-short' | 'text-too-long' | 'list-too-short' | 'list-too-long'; limit: number; actual: number }
  | { kind: 'too-many-entries' | 'key-too-long'; limit: number; actual: number }
  | { kind: 'too-small' | 'too-large'; limit: number; actual: number; whole: boolean }
)

type Options<S extends Shape> = Omit<S, 'is' | 'of' | 'fields' | 'others' | 'values' | 'cases' | 'by' | 'shapes' | 'whole'>

export const text = (options: Options<TextShape> = {}): TextShape => ({ is: 'text', ...options })
export const words = (...oneOf: string[]): TextShape => ({ is: 'text', oneOf })
export const integer = (options: Options<NumberShape> = {}): NumberShape => ({ is: 'number', whole: true, ...options })
export const decimal = (options: Options<NumberShape> = {}): NumberShape => ({ is: 'number', whole: false, ...options })
export const flag = (): Shape => ({ is: 'flag' })
export const anything = (): Shape => ({ is: 'anything' })
export const list = (of: Shape, options: Options<ListShape> = {}): ListShape => ({ is: 'list', of, ...options })
/** An object of which no other fields than these are taken. */
export const closed = (fields: Record<string, Shape>, options: Common = {}): ObjectShape => ({
  is: 'object',
  fields,
  others: 'refused',
  ...options,
})
/** An object of which other fields than these are ignored. */
export const open = (fields: Record<string, Shape>, options: Common = {}): ObjectShape => ({
  is: 'object',
  fields,
  others: 'ignored',
  ...options,
})
export const dictionary = (values: Shape, options: Options<DictionaryShape> = {}): DictionaryShape => ({
  is: 'dictionary',
  values,
  ...options,
})
export const tagged = (by: string, cases: Record<string, Shape>, options: Options<TaggedShape> = {}): TaggedShape => ({
  is: 'tagged',
  by,
  cases,
  ...options,
})
export const either = (...shapes: Shape[]): EitherShape => ({ is: 'either', shapes })
export const nullable = <S extends Shape>(shape: S): S => ({ ...shape, nullable: true })
export const required = <S extends Shape>(shape: S): S => ({ ...shape, required: true })

/** The first fault of the value, in the order in which the shape names its fields; undefined where it fits. */
export function firstFault(shape: Shape, value: Json, path: Path = []): Fault | undefined {
  if (value === null && shape.nullable) return undefined
  if (!typeFits(shape, value)) return { kind: 'wrong-type', shape, value, path }
  switch (shape.is) {
    case 'text':
      return textFault(shape, String(value), path)
    case 'number':
      return numberFault(shape, Number(value), path)
    case 'list':
      return Array.isArray(value) ? listFault(shape, value, path) : undefined
    case 'either': {
      const fitting = shape.shapes.find((one) => typeFits(one, value))
      return fitting && firstFault(fitting, value, path)
    }
    case 'object':
      return isObject(value) ? objectFault(shape, value, path) : undefined
    case 'dictionary':
      return isObject(value) ? dictionaryFault(shape, value, path) : undefined
    case 'tagged':
      return isObject(value) ? taggedFault(shape, value, path) : undefined
    default:
      return undefined
  }
}

function typeFits(shape: Shape, value: Json): boolean {
  switch (shape.is) {
    case 'text':
      return typeof value === 'string'
    case 'number':
      return typeof value === 'number' && (!shape.whole || Number.isInteger(value))
    case 'flag':
      return typeof value === 'boolean'
    case 'list':
      return Array.isArray(value)
    case 'either':
      return shape.shapes.some((one) => typeFits(one, value))
    case 'anything':
      return true
    default:
      return isObject(value)
  }
}

/** What a shape wants, in the words of one vendor. */
export type Wanted = Readonly<Record<'text' | 'integer' | 'decimal' | 'flag' | 'list' | 'object' | 'either', string>>

/** What this shape wants; `object` stands for all kinds of them. */
export function wanted(shape: Shape): keyof Wanted {
  if (shape.is === 'number') return shape.whole ? 'integer' : 'decimal'
  return shape.is === 'text' || shape.is === 'flag' || shape.is === 'list' || shape.is === 'either' ? shape.is : 'object'
}

function textFault(shape: TextShape, value: string, path: Path): Fault | undefined {
  // Characters as a reader counts them: a pair of surrogates is one.
  const actual = [...value].length
  if (shape.oneOf && !shape.oneOf.includes(value)) return { kind: 'not-in-list', value, allowed: shape.oneOf, path }
  if (shape.min !== undefined && actual < shape.min) return { kind: 'text-too-short', limit: shape.min, actual, path }
  if (shape.max !== undefined && actual > shape.max) return { kind: 'text-too-long', limit: shape.max, actual, path }
  if (shape.pattern && !shape.pattern.test(value)) return { kind: 'pattern', pattern: shape.pattern, path }
  return undefined
}

function numberFault(shape: NumberShape, actual: number, path: Path): Fault | undefined {
  const { min, max, whole } = shape
  if (min !== undefined && actual < min) return { kind: 'too-small', limit: min, actual, whole, path }
  if (max !== undefined && actual > max) return { kind: 'too-large', limit: max, actual, whole, path }
  return undefined
}

function listFault(shape: ListShape, value: readonly Json[], path: Path): Fault | undefined {
  const actual = value.length
  if (shape.min !== undefined && actual < shape.min) return { kind: 'list-too-short', limit: shape.min, actual, path }
  if (shape.max !== undefined && actual > shape.max) return { kind: 'list-too-long', limit: shape.max, actual, path }
  return firstOf(value, (one, place) => firstFault(shape.of, one, [...path, place]))
}

function objectFault(shape: ObjectShape, value: JsonObject, path: Path): Fault | undefined {
  const stranger = shape.others === 'refused' ? Object.keys(value).find((name) => !Object.hasOwn(shape.fields, name)) : undefined
  if (stranger !== undefined) return { kind: 'unknown-field', path: [...path, stranger] }
  return firstOf(Object.entries(shape.fields), ([name, field]): Fault | undefined => {
    const held = value[name]
    if (held !== undefined) return firstFault(field, held, [...path, name])
    return field.required ? { kind: 'missing-field', path: [...path, name] } : undefined
  })
}

function dictionaryFault(shape: DictionaryShape, value: JsonObject, path: Path): Fault | undefined {
  const entries = Object.entries(value)
  if (shape.maxEntries !== undefined && entries.length > shape.maxEntries) {
    return { kind: 'too-many-entries', limit: shape.maxEntries, actual: entries.length, path }
  }
  return firstOf(entries, ([key, held]): Fault | undefined => {
    const at = [...path, key]
    if (shape.maxKey !== undefined && key.length > shape.maxKey) {
      return { kind: 'key-too-long', limit: shape.maxKey, actual: key.length, path: at }
    }
    return held === undefined ? undefined : firstFault(shape.values, held, at)
  })
}

function taggedFault(shape: TaggedShape, value: JsonObject, path: Path): Fault | undefined {
  const tag = value[shape.by] ?? shape.otherwise
  const name = typeof tag === 'string' ? tag : ''
  const found = Object.hasOwn(shape.cases, name) ? shape.cases[name] : shape.cases[shape.strangersAre ?? '']
  if (found) return firstFault(found, value, path)
  const allowed = Object.keys(shape.cases)
  if (shape.known && !shape.known.includes(name)) return tagFault(tag, shape.known, [...path, shape.by])
  return shape.atObject ? { kind: 'not-in-list', value: name, allowed, path } : tagFault(tag, allowed, [...path, shape.by])
}

function tagFault(tag: Json | undefined, allowed: readonly string[], path: Path): Fault {
  if (tag === undefined) return { kind: 'missing-field', path }
  if (typeof tag !== 'string') return { kind: 'wrong-type', shape: words(...allowed), value: tag, path }
  return { kind: 'not-in-list', value: tag, allowed, path }
}
