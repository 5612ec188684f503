// Recorded answers of real providers: whatever else is in them, the client reads the tokens that the provider counted, by the provider's own
// way to count them. The recordings are read in place; where they are absent, these tests are not there.
import { object, recordings } from '@waystation/wire/testing/recordings'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Step, scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'
import { ask } from './testing/client.ts'
import { recorded, type Source } from './testing/recorded.ts'

let world: World
const named = ({ folder }: Source) => `recorded-${folder}`
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios: Object.fromEntries(recorded.map((source) => [named(source), 1])) })
  for (const source of recorded) {
    const { type, model, dialect, key = 'far-key' } = source
    const setting = dialect ? { setting: JSON.stringify({ dialects: [dialect] }) } : {}
    const models = { models: named(source), model_mapping: JSON.stringify({ [named(source)]: model }) }
    await world.addChannel({ name: source.folder, type, key, ...models, ...setting })
  }
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await world.close()
})
beforeEach(() => world.provider.clear())

const streamed = ({ printed, streamType = 'text/event-stream', last = '' }: Source, chunks: readonly string[]): Step[] => [
  step.head(200, { 'content-type': streamType }),
  step.bytes(Buffer.concat([...chunks.map(printed), Buffer.from(last)])),
  step.end(),
]

/** The chunks of the first answer. */
const firstAnswer = ({ begins }: Source, chunks: readonly string[]) => {
  const next = chunks.findIndex((chunk, at) => at > 0 && begins?.test(chunk))
  return next === -1 ? chunks : chunks.slice(0, next)
}

const answers = recorded.flatMap((source) =>
  recordings([source.folder]).flatMap(({ name, body, chunks: all }) => {
    const chunks = all && firstAnswer(source, all)
    const usage = source.billed(chunks ? chunks.map(object) : [object(body ?? '{}')])
    return usage ? [{ name, source, body, chunks, usage }] : []
  }),
)

describe.runIf(answers.length > 0)('a recorded answer', () => {
  test.each(answers)('$name is counted as its provider did', async ({ source, body, chunks, usage }) => {
    world.provider.next(chunks ? streamed(source, chunks) : scenario.reply(200, body ?? ''))
    const answer = await ask(world, named(source), { ...source, isStream: chunks !== undefined })
    expect(answer.status, answer.text).toBe(200)
    const { prompt, cached, output } = answer.told
    expect({ prompt, cached, output }).toEqual(usage)
  })
})
