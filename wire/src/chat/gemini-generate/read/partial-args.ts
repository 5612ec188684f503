// Arguments of a call that come in pieces, each with the JSON path of what it sets. Source: Vertex AI, "streamFunctionCallArguments".
import { isObject, type Json, type JsonArray, type JsonObject } from '../../../encoding/json.ts'
import { own, put } from '../../../encoding/reader.ts'

/** Items of a list, at most: a larger index adds to the list's end. */
const MAX_ITEMS = 100_000

/** Puts pieces together. */
export class ArgumentsBuilder {
  /** The arguments as far as they are known. */
  readonly value: JsonObject
  /** The path of a text that goes on in the next piece. */
  #growing: string | undefined

  constructor(whole: Json | undefined) {
    this.value = isObject(whole) ? { ...whole } : {}
  }

  push(pieces: Json | undefined): void {
    if (Array.isArray(pieces)) for (const piece of pieces) if (isObject(piece)) this.#pushOne(piece)
  }

  #pushOne(piece: JsonObject): void {
    const path = piece.jsonPath
    if (typeof path !== 'string') return
    const steps = stepsOf(path)
    const found = pieceValue(piece)
    if (steps.length === 0 || found === undefined) return
    set(this.value, steps, found, this.#growing === path)
    this.#growing = piece.willContinue === true ? path : undefined
  }
}

function pieceValue(piece: JsonObject): Json | undefined {
  if (piece.stringValue !== undefined) return piece.stringValue
  if (piece.numberValue !== undefined) return piece.numberValue
  if (piece.boolValue !== undefined) return piece.boolValue
  return piece.nullValue === undefined ? undefined : null
}

/** The steps of a path such as `$.items[0]['a b'].name`: names and indexes. */
function stepsOf(path: string): (string | number)[] {
  const steps: (string | number)[] = []
  let at = path.startsWith('$') ? 1 : 0
  while (at < path.length) {
    if (path[at] === '[') {
      const quote = path[at + 1]
      const isQuoted = quote === "'" || quote === '"'
      const end = isQuoted ? path.indexOf(`${quote}]`, at + 2) : path.indexOf(']', at)
      if (end < 0) return []
      const inner = path.slice(isQuoted ? at + 2 : at + 1, end)
      steps.push(isQuoted ? inner : Number(inner))
      at = end + (isQuoted ? 2 : 1)
      continue
    }
    if (path[at] === '.') at++
    let end = at
    while (end < path.length && path[end] !== '.' && path[end] !== '[') end++
    if (end > at) steps.push(path.slice(at, end))
    at = Math.max(end, at)
  }
  return steps.some((step) => typeof step === 'number' && !(Number.isInteger(step) && step >= 0)) ? [] : steps
}

function set(root: JsonObject, steps: readonly (string | number)[], value: Json, mayAppend: boolean): void {
  let target: JsonObject | JsonArray = root
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1]
    if (next === undefined) {
      const before = get(target, step)
      place(target, step, mayAppend && typeof before === 'string' && typeof value === 'string' ? before + value : value)
      return
    }
    let inner = get(target, step)
    if (typeof inner !== 'object' || inner === null) {
      inner = typeof next === 'number' ? [] : {}
      place(target, step, inner)
    }
    target = inner
  }
}

function get(target: JsonObject | JsonArray, step: string | number): Json | undefined {
  return Array.isArray(target) ? target[Number(step)] : own(target, String(step))
}

function place(target: JsonObject | JsonArray, step: string | number, value: Json): void {
  if (!Array.isArray(target)) put(target, String(step), value)
  else if (typeof step === 'number' && step < MAX_ITEMS) {
    while (target.length < step) target.push(null)
    target[step] = value
  } else target.push(value)
}
