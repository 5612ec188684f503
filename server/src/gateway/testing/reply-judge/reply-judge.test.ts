// Every reply of a vendor that we have, for every client: translated, it must be valid by the client's own libraries.
import { type ClientDialectName, clientDialects, vendorDialects } from '@waystation/wire/chat/dialects'
import { lossList } from '@waystation/wire/chat/losses/loss'
import type { ChatEvent } from '@waystation/wire/chat/reply/event'
import { noTokens } from '@waystation/wire/chat/reply/usage'
import type { JsonObject } from '@waystation/wire/encoding/json'
import { type Frame, printFrame } from '@waystation/wire/encoding/sse'
import { cellsToTry, isWhole } from '@waystation/wire/testing/matrix'
import { ReplyBetween } from '@waystation/wire/testing/translate'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawnReply } from './draw-reply.ts'
import { libraries } from './libraries.ts'
import { type ClientReply, invalidReply } from './reply-judge.ts'
import { type VendorReply, vendorReplies } from './vendor-replies.ts'

const clients = Object.keys(clientDialects) as ClientDialectName[]
const requests: Readonly<Record<ClientDialectName, JsonObject>> = {
  'openai-chat': { model: 'any-model', messages: [{ role: 'user', content: 'Hi' }], stream_options: { include_usage: true } },
  'openai-responses': { model: 'any-model', input: 'Hi' },
  'anthropic-messages': { model: 'any-model', max_tokens: 100, messages: [{ role: 'user', content: 'Hi' }] },
  'gemini-generate': { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] },
}
const fallback = { id: 'req1', model: 'any-model', createdAt: 1_700_000_000, inputTokens: 7 }

/** The reply as the client gets it; undefined where its vendor broke off, so that the gateway reports a failure in its place. */
function replyFor(client: ClientDialectName, isStream: boolean, reply: VendorReply): ClientReply | undefined {
  const request = requests[client]
  const between = new ReplyBetween({
    from: vendorDialects[reply.dialect],
    to: clientDialects[client],
    stream: isStream,
    isStreamUpstream: reply.isStream,
    streamUsage: true,
    fallback,
    request,
  })
  const frames = [...reply.frames.flatMap((frame) => between.push(frame).frames), ...between.close().frames]
  const hasFailed = frames.length > 0 && !between.isComplete
  if (!between.isComplete && !hasFailed) return undefined
  frames.push(...between.end())
  return { dialect: client, isStream, text: textOf(frames, isStream), request }
}

function textOf(frames: readonly Frame[], isStream: boolean): string {
  if (!isStream) return frames.map(({ data }) => data).join('')
  return frames.map(({ event, data }) => printFrame({ event, data: data ?? '' })).join('')
}

/** Each reply, for one client at least, and each way from a vendor's dialect to a client's, whole and streamed. */
const judgements = cellsToTry(
  'replies of vendors',
  clients.flatMap((client) =>
    // The vendor's own words for its own clients are passed on as they came.
    vendorReplies
      .filter(({ dialect }) => dialect !== client)
      .flatMap((reply) => [false, true].map((isStream) => ({ client, reply, isStream }))),
  ),
  ({ client, reply, isStream }) => [vendorReplies.indexOf(reply), `${client} ${isStream} ${reply.dialect} ${reply.isStream}`],
)

test.each(clients)('the replies of all vendors are valid for clients of %s', async (client) => {
  const complaints: string[] = []
  let judged = 0
  const began = performance.now()
  const own = judgements.filter((one) => one.client === client)
  for (const { reply, isStream } of own) {
    const given = replyFor(client, isStream, reply)
    if (given === undefined) continue
    judged++
    const complaint = await invalidReply(given)
    if (complaint)
      complaints.push(
        `${reply.dialect} ${reply.name} ${reply.isStream ? 'streamed' : 'whole'} → ${isStream ? 'stream' : 'whole'}: ${complaint}`,
      )
  }
  console.log(`${client}: ${judged} replies judged, ${((performance.now() - began) / judged).toFixed(2)} ms each`)
  expect(complaints).toEqual([])
  expect(judged).toBeGreaterThan(own.length / 2)
})

/** How many replies are drawn for each dialect, whole and streamed. */
const DRAWN = isWhole ? 150 : 40

/** The reply of these events as the client gets it. */
function written(client: ClientDialectName, isStream: boolean, events: readonly ChatEvent[]): ClientReply {
  const request = requests[client]
  const writer = clientDialects[client].replyWriter({ stream: isStream, streamUsage: true, fallback, request }, lossList())
  const frames = [...events.flatMap((event) => writer.push(event)), ...writer.end()]
  return { dialect: client, isStream, text: textOf(frames, isStream), request }
}

test.each(clients)('drawn replies are valid for clients of %s', async (client) => {
  const complaints = new Map<string, string>()
  const began = performance.now()
  const replies = fc.sample(drawnReply, { numRuns: DRAWN, seed: 42 })
  for (const events of replies) {
    for (const isStream of [false, true]) {
      const complaint = await invalidReply(written(client, isStream, events))
      if (complaint)
        complaints.set(
          complaint.replace(/\d+/g, 'N').slice(0, 60),
          `${isStream ? 'stream' : 'whole'}: ${complaint} of ${JSON.stringify(events)}`,
        )
    }
  }
  const count = 2 * replies.length
  console.log(`${client}: ${count} drawn replies judged, ${((performance.now() - began) / count).toFixed(2)} ms each`)
  expect([...complaints.values()]).toEqual([])
})

const wrongs: readonly (readonly [
  client: ClientDialectName,
  isStream: boolean,
  right: string | RegExp,
  wrong: string,
  complaint: RegExp,
])[] = [
  ['openai-chat', false, '"finish_reason":"tool_calls"', '"finish_reason":"done"', /finish_reason: "done" is none of/],
  ['openai-chat', false, '"prompt_tokens":', '"prompts":', /usage\.prompt_tokens: missing-field/],
  ['openai-chat', true, '"role":"assistant",', '', /begins without its role/],
  ['openai-chat', true, 'data: [DONE]\n\n', '', /does not end with its mark/],
  ['openai-chat', true, '"id":"call_1",', '', /call 0\.id: missing-field/],
  ['openai-responses', false, '"incomplete_details":null', '"incomplete_details":{}', /the status completed with incomplete_details/],
  ['openai-responses', true, '"sequence_number":5', '"sequence_number":50', /the sequence number 50/],
  ['openai-responses', true, '"delta":"Hello"', '"delta":"Hell"', /its deltas brought Hell/],
  ['openai-responses', true, /event: response\.content_part\.done\n.*\n\n/, '', /the sequence number/],
  ['anthropic-messages', false, '"stop_reason":"tool_use"', '"stop_reason":"end_turn"', /calls tools/],
  ['anthropic-messages', true, /event: content_block_stop\n.*\n\n/, '', /a block begins within another/],
  ['anthropic-messages', true, '"index":1', '"index":2', /block 2 comes as number 1/],
  ['anthropic-messages', true, '"text_delta"', '"thinking_delta"', /thinking: missing-field/],
  ['gemini-generate', false, '"finishReason":"STOP"', '"finishReason":"DONE"', /finishReason: "DONE" is none of/],
  ['gemini-generate', true, ',"finishReason":"STOP"', '', /candidate 0 does not end/],
  ['gemini-generate', true, '"args":{"n":1}', '"args":"n"', /args: "n" is no dictionary/],
]

const answer: ChatEvent[] = [
  { kind: 'reply-started', id: 'reply-1', model: 'a-model', createdAt: 1_700_000_001 },
  { kind: 'part-started', choice: 0, part: 0, initial: { kind: 'text', text: '' } },
  { kind: 'part-delta', choice: 0, part: 0, text: 'Hello' },
  { kind: 'part-ended', choice: 0, part: 0 },
  { kind: 'part-started', choice: 0, part: 1, initial: { kind: 'tool-call', id: 'call_1', name: 'run', argumentsText: '{"n":1}' } },
  { kind: 'part-ended', choice: 0, part: 1 },
  { kind: 'choice-ended', choice: 0, reason: 'tool-calls' },
  { kind: 'usage-known', usage: { ...noTokens, freshInput: 3, output: 2, raw: null } },
  { kind: 'reply-ended' },
]

test.each(wrongs)(
  'for clients of %s, streamed %s, the judge misses nothing where %s is %j',
  async (client, isStream, right, wrong, complaint) => {
    const reply = written(client, isStream, answer)
    expect(await invalidReply(reply)).toBeUndefined()
    expect(await invalidReply({ ...reply, text: reply.text.replace(right, wrong) })).toMatch(complaint)
  },
)

test('the libraries themselves complain of a wrong type or of a missing beginning', async () => {
  for (const client of clients) {
    const { text } = written(client, true, answer)
    for (const { name, read } of libraries[client]) {
      expect([name, await read({ isStream: true, text })]).toEqual([name, undefined])
      // Google's own library checks nothing.
      if (name === '@google/genai') continue
      const broken = name.startsWith('@ai-sdk') ? text.replace('"Hello"', '{"n":1}') : text.slice(text.indexOf('\n\n') + 2)
      expect([name, await read({ isStream: true, text: broken })]).toEqual([name, expect.any(String)])
    }
  }
})
