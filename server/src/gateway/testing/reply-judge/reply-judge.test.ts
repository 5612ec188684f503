// Every reply of a vendor that we have, for every client: translated, it must be valid by the client's own libraries.
import { type ClientDialectName, clientDialects, vendorDialects } from '@waystation/wire/chat/dialects'
import type { ChatEvent } from '@waystation/wire/chat/event'
import { lossList } from '@waystation/wire/chat/loss'
import type { JsonObject } from '@waystation/wire/json'
import { type Frame, printFrame } from '@waystation/wire/sse'
import { ReplyBetween } from '@waystation/wire/testing/translate'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawnReply } from './draw-reply.ts'
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

test.each(clients)('the replies of all vendors are valid for clients of %s', async (client) => {
  const complaints: string[] = []
  let judged = 0
  const began = performance.now()
  for (const reply of vendorReplies) {
    // The vendor's own words for its own clients are passed on as they came.
    if (reply.dialect === client) continue
    for (const isStream of [false, true]) {
      const given = replyFor(client, isStream, reply)
      if (given === undefined) continue
      judged++
      const complaint = await invalidReply(given)
      if (complaint)
        complaints.push(
          `${reply.dialect} ${reply.name} ${reply.isStream ? 'streamed' : 'whole'} → ${isStream ? 'stream' : 'whole'}: ${complaint}`,
        )
    }
  }
  console.log(`${client}: ${judged} replies judged, ${((performance.now() - began) / judged).toFixed(2)} ms each`)
  expect(complaints).toEqual([])
  expect(judged).toBeGreaterThan(100)
})

/** How many replies are drawn for each dialect, whole and streamed. */
const DRAWN = 400

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
