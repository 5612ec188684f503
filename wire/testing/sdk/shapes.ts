// Shapes made from the types of a vendor's SDK. What types cannot say, as ranges, lengths and patterns, is added by hand.
import type { TSType } from 'oxc-parser'
import {
  anything,
  decimal,
  dictionary,
  either,
  flag,
  integer,
  list,
  nullable,
  type ObjectShape,
  open,
  type Shape,
  type TaggedShape,
  tagged,
  text,
  words,
} from '../strict/shape.ts'
import { type Declaration, type Declarations, fieldsOf, nameIn, resolved } from './declarations.ts'

/** Said of a field or a type beside its type: some options of its shape, or what is made of it. */
export type Addition = Readonly<Record<string, unknown>> | ((shape: Shape) => Shape)

export type Rules = {
  /** Whether fields that a type does not name are refused. */
  others: ObjectShape['others']
  /** Fields whose numbers need not be whole. */
  decimals?: readonly string[]
  /** Of a type by its name, of a field as `Interface.field`, or of each field of a name. */
  additions?: Readonly<Record<string, Addition>>
  /** Fields whose comments say this are taken for not being there. */
  withoutDoc?: RegExp
  /** Types by their names and fields as `Interface.field` that are taken for not being there. */
  without?: ReadonlySet<string>
  /** Fields that the vendor takes and the types do not have, by the type. One may be as the field of another type, `Interface.field`. */
  also?: Readonly<Record<string, Readonly<Record<string, Shape | { as: string }>>>>
  /** Types of which others than their own fields are refused, where `others` takes them. */
  closed?: ReadonlySet<string>
  /** What may be absent may be null, whatever the types say. */
  optionalMeansNull?: boolean
  /** The least of the whole numbers. */
  least?: number
  /** What may be null may be absent, whatever the types say. */
  nullMeansOptional?: boolean
  /** A wrong tag is reported at the object, not at its tag. */
  atObject?: boolean
}

type Holder = ObjectShape | TaggedShape

/** The shape of each type of these declarations by its name. A field that is told apart by its `type` is a tagged one even where it has one case. */
export function sdkShapes(all: Declarations, rules: Rules): (name: string) => Shape {
  demandNames(all, rules)
  const maker = new ShapeMaker(all, rules)
  return (name) => maker.named(name, '')
}

/** Throws where a rule names what no file declares, so that none is lost when the SDK changes. */
function demandNames(all: Declarations, { additions = {}, also = {}, without = new Set(), closed = new Set() }: Rules): void {
  const declared = new Set<string>(all.keys())
  for (const one of all.values()) {
    for (const { name } of 'fields' in one ? one.fields : []) declared.add(name).add(`${one.name}.${name}`)
  }
  const names = [...Object.keys(additions), ...Object.keys(also), ...without, ...closed]
  const strangers = names.filter((name) => !declared.has(name))
  if (strangers.length > 0) throw new Error(`The SDK declares no ${strangers.join(', ')}`)
}

/** The cases of a shape that is told apart by a tag, if it is one. */
export function casesOf(shape: Shape): Readonly<Record<string, Shape>> {
  return shape.is === 'tagged' ? shape.cases : {}
}

/** The same addition to each of these types or fields. */
export function each(names: readonly string[], addition: Addition): Record<string, Addition> {
  return Object.fromEntries(names.map((name) => [name, addition]))
}

class ShapeMaker {
  readonly #all: Declarations
  readonly #rules: Rules
  readonly #made = new Map<string, Shape>()

  constructor(all: Declarations, rules: Rules) {
    this.#all = all
    this.#rules = rules
  }

  named(name: string, from: string): Shape {
    const declaration = resolved(name, from, this.#all)
    if (!declaration) throw new Error(`${from} names ${name}, which no file declares`)
    const known = this.#made.get(declaration.name)
    if (known) return known
    if ('fields' in declaration) return this.#object(declaration)
    const shape = this.#added(
      declaration.name,
      'words' in declaration ? { ...words(...declaration.words), named: declaration.name } : this.#of(declaration.type, declaration.name),
    )
    this.#made.set(declaration.name, shape)
    return shape
  }

  /** Known before its fields are, so that a type may hold itself. */
  #object({ name, fields, parents }: Extract<Declaration, { fields: unknown }>): Shape {
    const held = Object.fromEntries(parents.flatMap((parent) => Object.entries(this.#fieldsOf(this.named(parent, name)))))
    const shape: ObjectShape = {
      is: 'object',
      named: name,
      fields: held,
      others: this.#rules.closed?.has(name) ? 'refused' : this.#rules.others,
    }
    this.#made.set(name, shape)
    for (const { name: field, type, isRequired, doc = '' } of fields) {
      const at = `${name}.${field}`
      if (this.#rules.without?.has(at) || this.#rules.withoutDoc?.test(doc)) continue
      const own = this.#of(type, at)
      const mayBeAbsent = !isRequired || (own.nullable && this.#rules.nullMeansOptional)
      const open = mayBeAbsent && field !== '*' && this.#rules.optionalMeansNull ? nullable(own) : own
      held[field] = this.#added(at, this.#added(field, mayBeAbsent ? open : { ...own, required: true }))
    }
    const { '*': values, ...named } = Object.assign(held, this.#also(name))
    if (values && Object.keys(named).length > 0) Object.assign(shape, { fields: named, others: 'ignored' })
    const added = this.#added(name, values && Object.keys(named).length === 0 ? dictionary(values) : this.#withTag(shape))
    this.#made.set(name, added)
    return added
  }

  #also(name: string): Record<string, Shape> {
    const fields = Object.entries(this.#rules.also?.[name] ?? {}).map(([field, shape]) => {
      if (!('as' in shape)) return [field, shape] as const
      const [type = '', of = ''] = shape.as.split('.')
      return [field, this.#fieldsOf(this.named(type, name))[of] ?? anything()] as const
    })
    return Object.fromEntries(fields)
  }

  get #least(): { min?: number } {
    return this.#rules.least === undefined ? {} : { min: this.#rules.least }
  }

  #fieldsOf(shape: Shape): Record<string, Shape> {
    if (shape.is === 'tagged') return Object.assign({}, ...Object.values(shape.cases).map((one) => this.#fieldsOf(one)))
    return shape.is === 'object' ? { ...shape.fields } : {}
  }

  #added(name: string, shape: Shape): Shape {
    const addition = this.#rules.additions?.[name]
    if (typeof addition === 'function') return addition(shape)
    return addition ? ({ ...shape, ...addition } as Shape) : shape
  }

  /** @param from the type or the field, as `Interface.field`, that is of this type */
  #of(type: TSType, from: string): Shape {
    switch (type.type) {
      case 'TSStringKeyword':
      case 'TSTemplateLiteralType':
        return text()
      case 'TSNumberKeyword':
        return this.#rules.decimals?.includes(from.split('.').at(-1) ?? '') ? decimal() : integer(this.#least)
      case 'TSBooleanKeyword':
        return flag()
      case 'TSLiteralType':
        return literal('value' in type.literal ? type.literal.value : undefined)
      case 'TSArrayType':
        return list(this.#of(type.elementType, from))
      case 'TSUnionType':
        return this.#union(type.types, from)
      case 'TSIntersectionType':
        return this.#joined(
          type.types.filter((one) => one.type !== 'TSTypeLiteral' || one.members.length > 0).map((one) => this.#of(one, from)),
        )
      case 'TSTypeLiteral':
        return this.#object({ name: from, fields: fieldsOf(type.members), parents: [] })
      case 'TSTypeReference':
        return this.#reference(nameIn(type.typeName), type.typeArguments?.params ?? [], from)
      case 'TSParenthesizedType':
      case 'TSTypeOperator':
        return this.#of(type.typeAnnotation, from)
      case 'TSObjectKeyword':
        return open({})
      default:
        return anything()
    }
  }

  #reference(name: string, [first, second]: readonly TSType[], from: string): Shape {
    if (name === 'Array' && first) return list(this.#of(first, from))
    return name === 'Record' && second ? dictionary(this.#of(second, from)) : this.named(name, from)
  }

  #union(types: readonly TSType[], from: string): Shape {
    const isNull = (one: TSType) => one.type === 'TSNullKeyword' || one.type === 'TSUndefinedKeyword'
    const isLeftOut = (one: TSType) => one.type === 'TSTypeReference' && this.#rules.without?.has(nameIn(one.typeName))
    const shape = this.#joined(types.filter((one) => !isNull(one) && !isLeftOut(one)).map((one) => this.#of(one, from)))
    return types.some(isNull) ? { ...shape, nullable: true } : shape
  }

  /** One shape for what may be any of these. */
  #joined(shapes: readonly Shape[]): Shape {
    const all = shapes.flatMap((one) => (one.is === 'either' ? one.shapes : [one]))
    const texts = all.filter((one) => one.is === 'text')
    const lists = all.filter((one) => one.is === 'list')
    const holders = all.filter((one) => one.is === 'object' || one.is === 'tagged')
    const listed = texts.flatMap(({ oneOf }) => oneOf ?? [])
    const [first, ...rest] = [
      ...(texts.length > 0 ? [texts.every(({ oneOf }) => oneOf) ? words(...new Set(listed)) : text()] : []),
      ...all.filter(({ is }, index) => ['number', 'flag', 'dictionary'].includes(is) && all.findIndex((one) => one.is === is) === index),
      ...(lists.length > 0 ? [lists.length === 1 && lists[0] ? lists[0] : list(this.#joined(lists.map(({ of }) => of)))] : []),
      ...(holders.length > 0 ? [this.#holder(holders)] : []),
    ]
    const shape = !first || all.some(({ is }) => is === 'anything') ? anything() : rest.length > 0 ? either(first, ...rest) : first
    return all.some(({ nullable }) => nullable) ? { ...shape, nullable: true } : shape
  }

  /** The object under its tag, where it has one. */
  #withTag(shape: ObjectShape): Holder {
    const by = tags.find((name) => fixed(shape, name).length > 0 && (name === 'role' || fixed(shape, name).length === 1))
    return by ? this.#tagged(by, [shape]) : shape
  }

  #holder(holders: readonly Holder[]): Holder {
    const [first] = holders
    if (holders.length === 1 && first) return first
    const objects = holders.flatMap((one) => (one.is === 'object' ? [one] : (Object.values(one.cases) as ObjectShape[])))
    const by = tags.find((name) => objects.every((one) => fixed(one, name).length > 0))
    return by ? this.#tagged(by, objects) : this.#merged(objects)
  }

  #tagged(by: (typeof tags)[number], objects: readonly ObjectShape[]): Holder {
    const names = [...new Set(objects.flatMap((one) => fixed(one, by)))]
    const cases = names.map((name) => [name, this.#merged(objects.filter((one) => fixed(one, by).includes(name)))] as const)
    const untagged = objects.find((one) => !one.fields[by]?.required)
    return tagged(by, Object.fromEntries(cases), {
      ...(untagged && { otherwise: fixed(untagged, by)[0] ?? '' }),
      ...(this.#rules.atObject && by === 'type' && { atObject: true }),
    })
  }

  /** An object that may be any of these: a field is required where all of them require it. */
  #merged(objects: readonly ObjectShape[]): ObjectShape {
    const [first] = objects
    if (objects.length === 1 && first) return first
    const names = [...new Set(objects.flatMap(({ fields }) => Object.keys(fields)))]
    const fields = names.map((name) => {
      const held = objects.flatMap(({ fields: { [name]: field } }) => field ?? [])
      const { required: _, ...shape } = this.#joined(held)
      return [
        name,
        held.length === objects.length && held.every(({ required }) => required) ? { ...shape, required: true } : shape,
      ] as const
    })
    return {
      is: 'object',
      fields: Object.fromEntries(fields),
      others: objects.some(({ others }) => others === 'ignored') ? 'ignored' : 'refused',
    }
  }
}

const tags = ['type', 'role'] as const

const fixed = ({ fields }: ObjectShape, name: string): readonly string[] => {
  const field = fields[name]
  return field?.is === 'text' ? (field.oneOf ?? []) : []
}

function literal(value: unknown): Shape {
  return typeof value === 'string' ? words(value) : typeof value === 'number' ? integer() : flag()
}
