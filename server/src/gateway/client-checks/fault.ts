// What a client would not accept of an answer, named by its field.
import type { ClientFault } from '@waystation/contract/clients/client-checks'
import type { Json } from '@waystation/wire/encoding/json'
import type { z } from 'zod'
import { isRecord } from '../../lib/fields.ts'

const MAX_SHOWN = 120
const MAX_BESIDE = 8

/** An answer that a client would not accept. */
export class Misfit extends Error {
  readonly fault: ClientFault

  constructor(fault: ClientFault) {
    super(`${fault.kind} fault`)
    this.name = 'Misfit'
    this.fault = fault
  }
}

/**
 * The value as the shape reads it.
 * @param where the event of a stream, or `answer`
 * @param at the field that the value stands in; empty: it is the whole
 * @throws Misfit that names the first field which does not fit
 */
export function demand<Shape extends z.ZodType>(shape: Shape, value: unknown, where: string, at = ''): z.output<Shape> {
  const read = shape.safeParse(value)
  if (read.success) return read.data
  throw misfit(value, read.error.issues[0]?.path ?? [], where, at)
}

/** The fault at a path, with what stands there instead. */
function misfit(value: unknown, path: readonly PropertyKey[], where: string, at: string): Misfit {
  let parent: unknown
  let held: unknown = value
  for (const step of path) {
    parent = held
    held = isRecord(held) || Array.isArray(held) ? Reflect.get(held, step) : undefined
  }
  const field = [...(at === '' ? [] : [at]), ...path.map(String)].join('.')
  const beside = held === undefined && isRecord(parent) ? Object.keys(parent).slice(0, MAX_BESIDE) : []
  return new Misfit({
    kind: 'field',
    where,
    field: field === '' ? 'JSON' : field.slice(0, MAX_SHOWN),
    found: held === undefined ? null : shown(held),
    beside: beside.map((name) => name.slice(0, MAX_SHOWN)),
  })
}

/** A field that a client waits for, and that never came. @param beside what came instead */
export function missing(field: string, where: string, beside: readonly string[] = []): Misfit {
  return new Misfit({ kind: 'field', where, field, found: null, beside: beside.slice(0, MAX_BESIDE) })
}

/** A field with a value that a client does not accept. */
export function wrong(field: string, where: string, found: Json | undefined): Misfit {
  return new Misfit({ kind: 'field', where, field, found: shown(found), beside: [] })
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, MAX_SHOWN)
}
