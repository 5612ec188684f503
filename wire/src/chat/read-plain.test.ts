// What is plain is looked at in place (`read-plain.ts` of each dialect); an unknown field sends the same input through the readers of
// single fields. Both must give the same result, so the translation to every other dialect is the same.
import { describe, expect, test } from 'vitest'
import { PLANTED } from '../../testing/plant.ts'
import { requestsOf } from '../../testing/requests/index.ts'
import { isObject, type Json, type JsonObject } from '../encoding/json.ts'
import type { Dialect } from './dialect.ts'
import { type ClientDialectName, clientDialects } from './dialects.ts'
import { type Loss, lossList } from './losses/loss.ts'

const all: readonly Dialect[] = Object.values(clientDialects)

describe.each(all.map((dialect) => [dialect.name, dialect] as const))('%s', (_, from) => {
  // Requests translated from other dialects are plainer than those written by hand to show a feature.
  const reworded = all.flatMap((other) =>
    Object.entries(requestsOf(other.name as ClientDialectName)).map(
      ([what, body]) => [`${other.name}: ${what}`, other === from ? body : from.writeRequest(other.readRequest(body), lossList())] as const,
    ),
  )

  test.each(reworded)('%s', (_what, body) => {
    const unusual = { ...body, ...plantedIn(body) }
    for (const to of all.filter((dialect) => dialect !== from)) {
      const plain = translated(from, to, body)
      const read = translated(from, to, unusual)
      expect(read.body, to.name).toEqual(plain.body)
      expect(
        read.losses.filter(({ path }) => !path.includes(PLANTED)),
        to.name,
      ).toEqual(plain.losses)
    }
  })
})

function translated(from: Dialect, to: Dialect, body: JsonObject): { body: JsonObject; losses: readonly Loss[] } {
  const log = lossList()
  return { body: to.writeRequest(from.readRequest(body), log), losses: log.losses }
}

/** What holds messages, items, blocks, parts and calls. What stands in arguments, results and schemas is the caller's own. */
const holders = ['messages', 'input', 'contents', 'content', 'parts', 'tool_calls', 'function', 'functionCall', 'functionResponse']

function plantedIn(source: JsonObject): JsonObject {
  const copy: JsonObject = { ...source }
  for (const key of holders) {
    const value = source[key]
    // The arguments of Anthropic's calls have the name of OpenAI's list of items.
    if (Array.isArray(value)) copy[key] = value.map(planted)
    else if (isObject(value) && key !== 'input') copy[key] = planted(value)
  }
  return copy
}

/** These are carried whole, rather than read, when there is something unknown in them. */
function isAllOrNothing(value: JsonObject): boolean {
  return value.type === 'search_result' || value.type === 'document' || Object.keys(value).join() === 'thoughtSignature'
}

function planted(value: Json): Json {
  return isObject(value) && !isAllOrNothing(value) ? { ...plantedIn(value), [PLANTED]: true } : value
}
