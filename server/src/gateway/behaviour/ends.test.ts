// How an answer ended is told as it is: an end that is a failure goes to another channel while nothing has been sent, else into the stream
// as an error; one that was cut is never told as a usual end (docs/vendor-rules.md, 24).
import type { DialectName } from '@waystation/wire/chat/dialects'
import { cellsToTry } from '@waystation/wire/testing/matrix'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallFacts } from '../../testing/client.ts'
import { type Step, scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { doors, eventsOf } from '../clients/testing/doors.ts'
import { send } from '../testing/clients.ts'
import { openPayers, type Payers } from '../testing/payers.ts'
import { endingAnswer } from '../testing/vendor-ends.ts'
import { openWorld, type World } from '../testing/world.ts'

type ClientName = (typeof clients)[number]
const clients = ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini-generate'] as const
const channels: Readonly<Record<ClientName, object>> = {
  'openai-chat': { type: 8 },
  'openai-responses': { type: 1, setting: JSON.stringify({ dialects: ['openai-responses'] }) },
  'anthropic-messages': { type: 14 },
  'gemini-generate': { type: 24 },
}
/** The words of the client's dialect. */
const told = {
  length: {
    'openai-chat': 'length',
    'openai-responses': 'max_output_tokens',
    'anthropic-messages': 'max_tokens',
    'gemini-generate': 'MAX_TOKENS',
  },
  filter: {
    'openai-chat': 'content_filter',
    'openai-responses': 'content_filter',
    'anthropic-messages': 'refusal',
    'gemini-generate': 'SAFETY',
  },
} as const
const failing: readonly (readonly [ClientName, string])[] = [
  ...['insufficient_system_resource', 'error', 'network_error', 'abort', 'function_call_filter: MALFORMED_FUNCTION_CALL'].map(
    (word) => ['openai-chat', word] as const,
  ),
  ...[
    'MALFORMED_FUNCTION_CALL',
    'UNEXPECTED_TOOL_CALL',
    'TOO_MANY_TOOL_CALLS',
    'MISSING_THOUGHT_SIGNATURE',
    'MALFORMED_RESPONSE',
    'NO_IMAGE',
    'IMAGE_OTHER',
    'OTHER',
  ].map((word) => ['gemini-generate', word] as const),
  ['openai-responses', 'failed'],
  ['openai-responses', 'cancelled'],
]
const early: readonly (readonly [ClientName, string, keyof typeof told])[] = [
  ['openai-chat', 'model_length', 'length'],
  ['openai-chat', 'length', 'length'],
  ['openai-chat', 'content_filter', 'filter'],
  ['openai-chat', 'content_filter: PROHIBITED_CONTENT', 'filter'],
  ['openai-chat', 'sensitive', 'filter'],
  ...[
    'SAFETY',
    'RECITATION',
    'LANGUAGE',
    'BLOCKLIST',
    'PROHIBITED_CONTENT',
    'SPII',
    'IMAGE_SAFETY',
    'IMAGE_RECITATION',
    'IMAGE_PROHIBITED_CONTENT',
  ].map((word) => ['gemini-generate', word, 'filter'] as const),
  ['gemini-generate', 'A_NEWER_WORD', 'length'],
  ['anthropic-messages', 'model_context_window_exceeded', 'length'],
  ['anthropic-messages', 'pause_turn', 'length'],
  ['anthropic-messages', 'a_newer_word', 'length'],
  ['anthropic-messages', 'refusal', 'filter'],
  ['openai-responses', 'max_output_tokens', 'length'],
  ['openai-responses', 'content_filter', 'filter'],
  ['openai-responses', 'incomplete', 'length'],
]
const shapes = [false, true] as const
/** Each row for each client, whole and streamed. How a word is read hangs on the row alone, and how it is told on the client. */
const everyClient = <Row extends readonly unknown[]>(name: string, rows: readonly Row[]): [...Row, ClientName, boolean][] => {
  const cells = rows.flatMap((row) => clients.flatMap((client) => shapes.map((isStream) => ({ row, client, isStream }))))
  const tried = cellsToTry(name, cells, ({ row, client, isStream }) => [rows.indexOf(row), `${client} ${isStream}`])
  return tried.map(({ row, client, isStream }) => [...row, client, isStream])
}

let world: World
let payers: Payers
beforeAll(async () => {
  const models = [...clients.map((name) => `${name}-alone`), ...clients.map((name) => `${name}-first`)]
  const options = { RetryTimes: '1', CompletionRatio: JSON.stringify(Object.fromEntries(models.map((model) => [model, 2]))) }
  world = await openWorld({ channel: null, options, ratios: Object.fromEntries(models.map((model) => [model, 1])) })
  for (const name of clients) {
    await world.addChannel({ ...channels[name], name, models: `${name}-alone,${name}-first`, priority: 10, auto_ban: 0 })
    await world.addChannel({ name: 'second', models: `${name}-first`, priority: 0 })
  }
  payers = await openPayers(world)
}, 180_000)
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await payers.close()
  await world.close()
})
beforeEach(() => world.provider.clear())

const ask = (dialect: DialectName, model: string, isStream: boolean) =>
  send(world.url, world.key, { dialect, model, isStream, prompt: 'hi' })

/** The second channel's answer: 3 tokens in, 2 out. */
function good(isStream: boolean): Step[] {
  if (isStream) return [step.say('good'), step.finish('stop'), step.usage(3, 2), step.done(), step.end()]
  const choice = { index: 0, message: { role: 'assistant', content: 'good' }, finish_reason: 'stop' }
  return scenario.reply(200, { id: 'c', model: 'm', choices: [choice], usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } })
}

function expectFailed(client: ClientName, facts: CallFacts, isStream: boolean): void {
  const door = doors.find(({ dialect }) => dialect === client)
  if (!isStream || facts.status !== 200) expect(facts.status).toBe(502)
  else {
    const bare = facts.body.slice(facts.body.lastIndexOf('\n\n')).trim()
    const last = client === 'gemini-generate' && bare.startsWith('{') ? { event: '', data: bare } : eventsOf(facts.body).at(-1)
    expect(last && door?.isFailureEvent(last)).toBe(true)
  }
}

describe('an end that is a failure', () => {
  test.each(everyClient('failures', failing))(
    '%s %s goes to another channel, for a client of %s, streamed: %s',
    async (vendor, word, client, isStream) => {
      world.provider.next(endingAnswer(vendor, word, { text: '', isStream }))
      world.provider.next(good(isStream))
      const facts = await ask(client, `${vendor}-first`, isStream)
      expect([facts.status, facts.end]).toEqual([200, 'whole'])
      expect(facts.body).toContain('good')
      expect((await payers.row(facts.requestId)).quota).toBe(3 + 2 * 2)
    },
  )

  test.each(everyClient('failures without another channel', failing))(
    '%s %s is an error and costs nothing where there is no other, for %s, streamed: %s',
    async (vendor, word, client, isStream) => {
      world.provider.next(endingAnswer(vendor, word, { text: '', isStream }), 2)
      const facts = await ask(client, `${vendor}-alone`, isStream)
      expectFailed(client, facts, isStream)
    },
  )

  test.each(failing.flatMap((row) => clients.map((client) => [...row, client] as const)))(
    '%s %s after some text ends the stream of %s with an error',
    async (vendor, word, client) => {
      world.provider.next(endingAnswer(vendor, word, { text: 'Half an ans', isStream: true, pauseMs: 50 }))
      const facts = await ask(client, `${vendor}-alone`, true)
      expect(facts.body).toContain('Half an ans')
      // A client of the vendor's own dialect knows its words.
      if (client === vendor && client !== 'openai-chat') expect(facts.body).toContain(word)
      else {
        expectFailed(client, facts, true)
        expect(facts.body).not.toMatch(
          /"finish_reason":"(stop|length|tool_calls)"|\[DONE\]|message_stop|response\.completed|"finishReason"/,
        )
      }
    },
  )
})

describe('an answer that ended early', () => {
  test.each(everyClient('early ends', early))(
    '%s %s is told as %s to a client of %s, streamed: %s',
    async (vendor, word, meaning, client, isStream) => {
      world.provider.next(endingAnswer(vendor, word, { text: 'Half an ans', isStream }))
      const facts = await ask(client, `${vendor}-alone`, isStream)
      expect([facts.status, facts.end]).toEqual([200, 'whole'])
      expect(facts.body).toContain('Half an ans')
      const words = [...facts.body.matchAll(/"(?:finish_reason|stop_reason|finishReason|reason)":"([^"]+)"/g)].map(([, found]) => found)
      const isOwn = vendor === client
      expect(words.at(-1) ?? 'incomplete').toBe(isOwn ? word : told[meaning][client])
    },
  )
})

describe('no answer at all', () => {
  const counted = { prompt_tokens: 5, completion_tokens: 0, total_tokens: 5 }
  const empty: readonly (readonly [string, ClientName, object])[] = [
    ['no choices', 'openai-chat', { id: 'c', object: 'chat.completion', model: 'm', choices: [], usage: counted }],
    ['no candidates', 'gemini-generate', { candidates: [], usageMetadata: { promptTokenCount: 5, totalTokenCount: 5 }, modelVersion: 'm' }],
    ['nothing but usage', 'gemini-generate', { usageMetadata: { promptTokenCount: 5, totalTokenCount: 5 }, modelVersion: 'm' }],
    ['an error object', 'openai-chat', { id: 'c', error: { code: 502, message: 'Provider returned error' } }],
    [
      'an error beside a choice',
      'openai-chat',
      {
        id: 'c',
        choices: [{ index: 0, message: { role: 'assistant', content: '' }, finish_reason: 'error' }],
        error: { code: 502, message: 'Provider returned error' },
      },
    ],
  ]

  test.each(everyClient('empty answers', empty))(
    '%s at %s goes to another channel, for a client of %s',
    async (_, vendor, body, client, isStream) => {
      const chunks = [step.frame(body), ...(vendor === 'openai-chat' ? [step.done()] : []), step.end()]
      world.provider.next(isStream ? chunks : scenario.reply(200, body))
      world.provider.next(good(isStream))
      const facts = await ask(client, `${vendor}-first`, isStream)
      expect([facts.status, facts.end]).toEqual([200, 'whole'])
      expect(facts.body).toContain('good')
      expect((await payers.row(facts.requestId)).quota).toBe(3 + 2 * 2)
    },
  )

  test.each(everyClient('refused prompts', [['a refused prompt'] as const]))(
    '%s is told as a filter to %s, streamed: %s',
    async (_, client, isStream) => {
      const body = {
        promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
        usageMetadata: { promptTokenCount: 5, totalTokenCount: 5 },
        modelVersion: 'm',
      }
      world.provider.next(isStream ? [step.frame(body), step.end()] : scenario.reply(200, body))
      const facts = await ask(client, 'gemini-generate-alone', isStream)
      expect(facts.status).toBe(200)
      expect(facts.body).toContain(client === 'gemini-generate' ? '"blockReason":"PROHIBITED_CONTENT"' : `"${told.filter[client]}"`)
    },
  )

  test.each(clients)('an error in the stream after some text is an error to %s', async (client) => {
    const failed = {
      id: 'c',
      model: 'm',
      error: { code: 502, message: 'Provider disconnected' },
      choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
    }
    world.provider.next([step.say('Half an ans'), step.wait(50), step.frame(failed), step.done(), step.end()])
    const facts = await ask(client, 'openai-chat-alone', true)
    expect(facts.body).toContain('Provider disconnected')
    expect(facts.body).not.toMatch(/"finish_reason":"stop"|message_stop|response\.completed|"finishReason"/)
  })
})
