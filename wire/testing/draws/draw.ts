// Draws: requests that a client of a dialect may send to that dialect's own vendor, one for each value of each field and for each two of
// them. The data stand in the dialects' folders; here they are put together. What is drawn comes from the vendors' documentation and the
// types of their SDKs, never from our writers, so that what they forget is drawn all the same.

import type { ClientDialectName } from '../../src/chat/dialects.ts'
import { isObject, type Json, type JsonObject, parseJson } from '../../src/encoding/json.ts'
import type { JudgedRequest, StrictVendor } from '../strict/judge.ts'
import { randomNumbers } from './random.ts'

/** One value of one field. What it adds to the base request is said by place, so that any two can stand in one request. */
export type Variation = {
  /** Two variations of one field never stand in one request. */
  field: string
  value: string
  /** Merged into the body: objects field by field, all else replaced. */
  set?: JsonObject
  tools?: readonly JsonObject[]
  /** Turns before all others. */
  first?: readonly JsonObject[]
  /** Turns between the first and the user's last one. */
  history?: readonly JsonObject[]
  /** Parts of the user's last turn, after its text. */
  parts?: readonly JsonObject[]
  /** Turns after the user's last one. */
  after?: readonly JsonObject[]
  /** What the vendor wants in its header for this, such as the name of a beta. */
  headers?: Readonly<Record<string, string>>
  /** The answer is wanted as a stream, where the body does not say so. */
  streams?: true
}

export type Draw = {
  /** Stable, and says which values stand in it: `temperature: zero + tools: two`. */
  name: string
  /** Without the model. */
  body: JsonObject
  headers: Readonly<Record<string, string>>
  streams: boolean
}

export type DrawnDialect = {
  /** As in the table of dialects. */
  name: ClientDialectName
  /** Models of the vendor, newest and older ones, that the draws were written for: each single draw is taken by at least one. */
  ownModels: readonly string[]
  /** What judges requests of this dialect as its vendor does. */
  vendor: StrictVendor
  path: (model: string, streams: boolean) => string
  /** The model stands in the path and not in the body. */
  modelInPath?: true
  /** What each request needs beside its own headers. */
  headers: Readonly<Record<string, string>>
  base: JsonObject
  /** The field of the body that holds the turns, and the field of a turn that holds its parts. */
  turns: string
  parts: string
  /** A text as a part of the user's turn. */
  text: (words: string) => JsonObject
  question: string
  /** A question that nothing stands beside is the text itself in the place of the turns. */
  textAlone?: true
  variations: readonly Variation[]
}

/** The request that holds all of these variations. */
export function drawOf(dialect: DrawnDialect, variations: readonly Variation[]): Draw {
  const all = (place: 'tools' | 'first' | 'history' | 'parts' | 'after') => variations.flatMap((one) => one[place] ?? [])
  const parts = all('parts')
  const isList = dialect.parts === 'parts'
  const question = parts.length > 0 || isList ? [dialect.text(dialect.question), ...parts] : dialect.question
  const turns = [...all('first'), ...all('history'), { role: 'user', [dialect.parts]: question }, ...all('after')]
  const isAlone = dialect.textAlone && turns.length === 1 && parts.length === 0
  const body = variations.reduce((whole, { set }) => merged(whole, set ?? {}), dialect.base)
  // A tool that several variations need stands once.
  const tools = [...new Set([...(Array.isArray(body.tools) ? body.tools : []), ...all('tools')])]
  const whole = {
    ...body,
    [dialect.turns]: isAlone ? dialect.question : turns,
    ...(tools.length > 0 ? { tools } : {}),
  }
  return {
    name: variations.map(({ field, value }) => `${field}: ${value}`).join(' + '),
    body: copied(whole),
    headers: variations.reduce<Record<string, string>>((headers, one) => joined(headers, one.headers ?? {}), {}),
    streams: body.stream === true || variations.some(({ streams }) => streams),
  }
}

/** The draw as this model's vendor would get it. */
export function requestOf(dialect: DrawnDialect, draw: Draw, model: string): JudgedRequest {
  return {
    path: dialect.path(model, draw.streams),
    query: {},
    headers: { 'content-type': 'application/json', ...dialect.headers, ...draw.headers },
    body: dialect.modelInPath ? draw.body : { model, ...draw.body },
  }
}

/** Each variation alone. */
export function singles(dialect: DrawnDialect): Draw[] {
  return dialect.variations.map((one) => drawOf(dialect, [one]))
}

/** Each two variations of different fields. */
export function pairs(dialect: DrawnDialect): Draw[] {
  return pairsOf(dialect).map((pair) => drawOf(dialect, pair))
}

/** The singles, then the pairs as the seed shuffles them, then three to six variations at random: as many as are asked for. */
export function draws(dialect: DrawnDialect, count: number, seed: number): Draw[] {
  const random = randomNumbers(seed)
  const some = dialect.variations.slice(0, count).map((one) => drawOf(dialect, [one]))
  if (some.length < count) {
    const shuffled = random.shuffled(pairsOf(dialect)).slice(0, count - some.length)
    for (const pair of shuffled) some.push(drawOf(dialect, pair))
  }
  while (some.length < count) some.push(drawOf(dialect, ofDifferentFields(random.shuffled(dialect.variations), 3 + random.below(4))))
  return some
}

function pairsOf({ variations }: DrawnDialect): [Variation, Variation][] {
  return variations.flatMap((one, index) =>
    variations
      .slice(index + 1)
      .filter(({ field }) => field !== one.field)
      .map((other): [Variation, Variation] => [one, other]),
  )
}

function ofDifferentFields(variations: readonly Variation[], count: number): Variation[] {
  const chosen = new Map<string, Variation>()
  for (const one of variations) {
    if (chosen.size === count) break
    if (!chosen.has(one.field)) chosen.set(one.field, one)
  }
  return [...chosen.values()]
}

function merged(one: JsonObject, other: JsonObject): JsonObject {
  const both = Object.entries(other).map(([name, value]) => {
    const held = one[name]
    return [name, isObject(held) && isObject(value) ? merged(held, value) : value]
  })
  return { ...one, ...Object.fromEntries(both) }
}

function joined(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): Record<string, string> {
  const both = Object.entries(other).map(([name, value]) => [
    name,
    [...new Set([...(one[name]?.split(',') ?? []), ...value.split(',')])].join(','),
  ])
  return { ...one, ...Object.fromEntries(both) }
}

/** Draws share no values, so that a reader that changes one harms no other. */
function copied(body: JsonObject): JsonObject {
  const copy: Json | undefined = parseJson(JSON.stringify(body))
  return isObject(copy) ? copy : {}
}
