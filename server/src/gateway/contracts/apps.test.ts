// Vendors of apps, against what their documentation says: the exact request, what is made of a text, of counts and of refusals.
import type { ChannelKey } from '@waystation/contract/channels/channel'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { scenario } from '../../testing/fakes/fake-provider-script.ts'
import { eventsOf } from '../clients/testing/doors.ts'
import { openWorld, type World } from '../testing/world.ts'
import { ANSWER, type App, apps, QUESTION } from './testing/apps.ts'
import { mine, nothingElse } from './testing/client.ts'
import type { Refusal } from './testing/vendor.ts'

const keys = ['key-a', 'key-b', 'key-c']
const named = ({ name }: App) => `at-${name.toLowerCase()}`
const each = (value: number) => JSON.stringify(Object.fromEntries(apps.map((app) => [named(app), value])))

let world: World
const channels = new Map<App, number>()
beforeAll(async () => {
  const options = { ModelRatio: each(1), CompletionRatio: each(3), RetryTimes: '1', AutomaticDisableChannelEnabled: 'true' }
  world = await openWorld({ channel: null, options })
  for (const app of apps) {
    const { name, type, channel, below = '' } = app
    const models = { models: named(app), model_mapping: JSON.stringify({ [named(app)]: 'app-model' }) }
    channels.set(
      app,
      await world.addChannel({ name, type, base_url: world.provider.url + below, key: keys.join('\n'), ...models, ...channel }),
    )
  }
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await world.close()
})
beforeEach(() => world.provider.clear())

interface Answer {
  readonly choices: readonly { readonly message?: { content?: string }; readonly delta?: { content?: string } }[]
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number } | null
}

async function ask(app: App, isStream: boolean) {
  const streamed = isStream ? { stream: true, stream_options: { include_usage: true } } : {}
  const body = { model: named(app), messages: [{ role: 'user', content: QUESTION }], ...streamed }
  const answer = await world.post('/v1/chat/completions', body, mine)
  const events = eventsOf(answer.text).filter(({ data }) => data !== '[DONE]')
  const pieces = isStream ? events.map(({ data }) => JSON.parse(data) as Answer) : [answer.json as unknown as Answer]
  return { ...answer, pieces }
}

/** The text that is shown, and the counts. */
function told(pieces: readonly Answer[]) {
  const shown = pieces.flatMap(({ choices }) => choices).map(({ message, delta }) => (message ?? delta)?.content ?? '')
  const usage = pieces.findLast((piece) => piece.usage)?.usage
  return { text: shown.join(''), prompt: usage?.prompt_tokens ?? 0, output: usage?.completion_tokens ?? 0 }
}

const keysOf = (app: App) => world.console.call<ChannelKey[]>('GET', `/api/channel/${channels.get(app)}/keys`)
const AUTO_DISABLED = 3
const disabledKeys = async (app: App) => (await keysOf(app)).filter(({ status }) => status === AUTO_DISABLED).length
const refused = ({ status, body }: Refusal) => scenario.reply(status, JSON.stringify(body), { 'content-type': 'application/json' })
const whole = ({ whole: reply, stream }: App) => reply ?? stream
const shownKeys = () => world.provider.requests.map(({ headers }) => headers.authorization)

describe.each(apps)('$name', (app) => {
  test.each([false, true])(
    'an app is called as it documents, and its text is told and charged as it counts, streamed: %s',
    async (isStream) => {
      const before = await world.balance()
      world.provider.next(isStream ? app.stream : whole(app))
      const answer = await ask(app, isStream)
      expect(answer.status, answer.text).toBe(200)

      const [request, ...others] = world.provider.requests
      expect(others).toEqual([])
      expect([request?.method, request?.path]).toEqual(['POST', app.path])
      const accept = isStream || app.whole === undefined ? 'text/event-stream' : 'application/json'
      expect(keys.map((key) => ({ ...app.headers(key), accept, ...nothingElse.headers }))).toContainEqual(nothingElse.of(request))
      expect(JSON.parse(request?.rawBody ?? '')).toEqual({ ...app.body, ...(isStream ? app.streamOnly : {}) })

      const { text, prompt, output } = told(answer.pieces)
      expect(text).toBe(ANSWER)
      const charged = before - (await world.balance())
      if (app.billed) expect({ prompt, output }).toEqual({ prompt: app.billed.prompt, output: app.billed.output })
      // By our own count, of a question with six words and an answer with four; what a whole answer says goes to its client as it came.
      if (app.billed || isStream) expect(charged).toBe(prompt + output * 3)
      expect(charged).toBeGreaterThanOrEqual(6 + 4 * 3)
    },
  )

  test('what an app refuses is told in its words and costs nothing, and no key suffers', async () => {
    const before = await world.balance()
    world.provider.next(refused(app.badRequest), 3)
    const answer = await ask(app, false)
    expect(answer.text).toContain(app.badRequest.told)
    expect(answer.status).toBe(app.badRequest.means)
    expect([await disabledKeys(app), before - (await world.balance())]).toEqual([0, 0])
  })

  test.each(app.whole ? [true] : [false, true])(
    'a stream that fails before its first word is no answer, streamed: %s',
    async (isStream) => {
      const before = await world.balance()
      world.provider.next(app.failedStream, 3)
      const answer = await ask(app, isStream)
      expect(answer.text).toContain('The house is dark.')
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(before - (await world.balance())).toBe(0)
    },
  )

  test('an app that takes no more calls of a key is called with another, and no key is disabled', async () => {
    world.provider.next(refused(app.tooMany))
    world.provider.next(whole(app))
    const answer = await ask(app, false)
    expect(answer.status, answer.text).toBe(200)
    expect(new Set(shownKeys()).size).toBe(2)
    expect(await disabledKeys(app)).toBe(0)
  })

  test.each([
    ['does not know a key', app.badKey, 1],
    ['waits for money', app.unpaid, undefined],
  ])('an app that %s is called with another', async (_what, refusal, disabled) => {
    world.provider.next(refused(refusal))
    world.provider.next(whole(app))
    const answer = await ask(app, false)
    expect(answer.status, answer.text).toBe(200)
    expect(new Set(shownKeys()).size).toBe(2)
    if (disabled !== undefined) await expect.poll(() => disabledKeys(app)).toBe(disabled)
  })
})
