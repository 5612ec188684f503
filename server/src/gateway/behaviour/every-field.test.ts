// No field of any client dialect carries a prompt that is not paid for. Each field that the draws know, which are held to the vendors' own SDKs,
// and a field that nobody knows, is filled with 200 KB; the vendor counts a token for every three bytes of each text that it is sent.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ClientDialectName } from '@waystation/wire/chat/dialects'
import { isObject, type Json, type JsonObject } from '@waystation/wire/encoding/json'
import { type DrawnDialect, drawOf } from '@waystation/wire/testing/draws/draw'
import { drawnDialects } from '@waystation/wire/testing/draws/index'
import { cellsToTry } from '@waystation/wire/testing/matrix'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answer } from '../testing/answers.ts'
import { doorOf } from '../testing/clients.ts'
import { openPayers, type Payers } from '../testing/payers.ts'
import { openWorld, type World } from '../testing/world.ts'

const TEXT = 'every word of this is read and counted '.repeat(5300)
const BYTES_PER_TOKEN = 3
/** Fields of media, whose data are no text. */
const DATA_FIELDS = new Set(['data', 'file_data', 'imageBytes', 'videoBytes', 'bytes'])
const types: Readonly<Record<ClientDialectName, number>> = {
  'openai-chat': 8,
  'openai-responses': 1,
  'anthropic-messages': 14,
  'gemini-generate': 24,
}
const modelOf = (dialect: ClientDialectName) => `counts-${dialect}`

type Path = readonly (string | number)[]
interface Filled {
  readonly dialect: DrawnDialect
  /** The field of the draws, and the place in the body. */
  readonly field: string
  readonly place: string
  readonly body: JsonObject
  readonly headers: Readonly<Record<string, string>>
}

function* textsIn(value: Json, path: Path = []): Generator<Path> {
  if (typeof value === 'string') yield path
  else if (Array.isArray(value)) for (const [at, item] of value.entries()) yield* textsIn(item, [...path, at])
  else if (isObject(value)) for (const [name, item] of Object.entries(value)) yield* textsIn(item ?? null, [...path, name])
}

function withText(value: Json, [step, ...rest]: Path): Json {
  if (step === undefined) return TEXT
  if (Array.isArray(value)) return value.map((item, at) => (at === step ? withText(item, rest) : item))
  return isObject(value) ? { ...value, [step]: withText(value[step] ?? null, rest) } : value
}

/** Every place of a dialect, each once, where it is first drawn. */
function placesOf(dialect: DrawnDialect): Filled[] {
  const found = new Map<string, Filled>()
  for (const variation of dialect.variations) {
    const { body: drawn, headers } = drawOf(dialect, [variation])
    const { stream: _, stream_options: __, ...body } = drawn
    for (const path of [...textsIn(body), [`unknown beside ${variation.field}`]]) {
      const place = path.filter((step) => typeof step === 'string').join('.')
      if (DATA_FIELDS.has(String(path.at(-1))) || found.has(place)) continue
      found.set(place, { dialect, field: variation.field, place, body: withText(body, path) as JsonObject, headers })
    }
  }
  return [...found.values()]
}

const tried = cellsToTry('every field', drawnDialects.flatMap(placesOf), ({ dialect, field }) => [`${dialect.name} ${field}`, dialect.name])

/** A token for every three bytes of each text. */
function countOf(value: Json, name = ''): number {
  if (typeof value === 'string') return DATA_FIELDS.has(name) ? 0 : Math.ceil(Buffer.byteLength(value) / BYTES_PER_TOKEN)
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countOf(item), 0)
  if (!isObject(value)) return 0
  return Object.entries(value).reduce((sum, [key, item]) => sum + countOf(item ?? null, key), 0)
}

let vendor: Server
let counted = 0
let world: World
let payers: Payers
let richKey: string
beforeAll(async () => {
  vendor = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as JsonObject
    counted = countOf(body)
    const dialect = drawnDialects.find(({ name }) => request.url?.includes(modelOf(name)) || body.model === modelOf(name))
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer(dialect?.name ?? 'openai-chat', { prompt: counted, output: 1 })))
  })
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve))
  const base_url = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`
  const names = drawnDialects.map(({ name }) => modelOf(name))
  world = await openWorld({ channel: null, ratios: Object.fromEntries(names.map((name) => [name, 1])) })
  for (const { name } of drawnDialects)
    await world.addChannel({ type: types[name], models: modelOf(name), base_url, setting: '{"unpriced":"pass","rules":"plain"}' })
  payers = await openPayers(world)
  richKey = (await payers.add(1_000_000_000_000)).key
})
afterAll(async () => {
  const books = await world.books()
  expect(books).toMatchObject({ openHolds: 0, differences: [] })
  await payers.close()
  await world.close()
  await new Promise((resolve) => vendor.close(resolve))
})

async function send(key: string, { dialect, body, headers }: Filled) {
  const model = modelOf(dialect.name)
  const path = doorOf(dialect.name).path(model, false)
  const response = await fetch(world.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers, authorization: `Bearer ${key}` },
    body: JSON.stringify(dialect.modelInPath ? body : { ...body, model }),
  })
  await response.text()
  return { status: response.status, requestId: response.headers.get('x-request-id') ?? '' }
}

const writeOffs = { calls: 0, units: 0 }

describe.each(drawnDialects.map(({ name }) => name))('%s', (name) => {
  const places = tried.filter(({ dialect }) => dialect.name === name)

  test('a text in any field is paid for to the hundredth part', { timeout: 300_000 }, async () => {
    let served = 0
    for (const one of places) {
      counted = 0
      const { status, requestId } = await send(richKey, one)
      if (status !== 200) continue
      served += 1
      const row = await payers.row(requestId)
      expect(row.facts.write_off, one.place).toBeUndefined()
      expect(row.prompt_tokens, `${one.place}: ${JSON.stringify(row.facts)}`).toBeGreaterThanOrEqual(counted * 0.99)
      expect(row.quota, one.place).toBe(row.prompt_tokens + row.completion_tokens)
    }
    expect(served).toBeGreaterThan(places.length / 3)
  })

  test('and is not served without cover', { timeout: 300_000 }, async () => {
    let refused = 0
    for (const one of places) {
      const { key } = await payersWith(20_000)
      const { status, requestId } = await send(key, one)
      if (status !== 200) {
        refused += 1
        continue
      }
      const part = (await payers.row(requestId)).facts.write_off ?? 0
      writeOffs.calls += part > 0 ? 1 : 0
      writeOffs.units += part
      expect(part, one.place).toBe(0)
    }
    expect(refused).toBeGreaterThan(0)
  })
})

test('nothing was written off', () => {
  console.log(`every field: ${writeOffs.units} units of ${writeOffs.calls} calls were written off`)
  expect(writeOffs).toEqual({ calls: 0, units: 0 })
})

/** One user after another with so little that a text of 200 KB is not covered; one is enough for as long as nothing was taken. */
let poor: { readonly key: string; balance(): Promise<number> } | undefined
async function payersWith(balance: number) {
  if (!poor || (await poor.balance()) < balance) poor = await payers.add(balance)
  return poor
}
