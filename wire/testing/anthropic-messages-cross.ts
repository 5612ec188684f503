// What the tests between this dialect and OpenAI chat share.
import { anthropicMessages } from '../src/chat/anthropic-messages/dialect.ts'
import type { Dialect } from '../src/chat/dialect.ts'
import { lossList } from '../src/chat/losses/loss.ts'
import { openaiChat } from '../src/chat/openai-chat/dialect.ts'
import type { JsonObject } from '../src/encoding/json.ts'
import { object, type Recording } from './recordings.ts'
import { ReplyBetween, requestBetween } from './translate.ts'

/** A request of OpenAI chat in this dialect, with its losses and their reasons. */
export function toMessages(body: JsonObject): { body: JsonObject; losses: string[] } {
  const { body: written, losses } = requestBetween(body, { from: openaiChat, to: anthropicMessages })
  return { body: written, losses: losses.map(({ path, reason }) => `${path} ${reason}`) }
}
/** A request of this dialect in OpenAI chat. */
export function toChat(body: JsonObject): { body: JsonObject; losses: string[] } {
  const { body: written, losses } = requestBetween(body, { from: anthropicMessages, to: openaiChat })
  return { body: written, losses: losses.map(({ path, reason }) => `${path} ${reason}`) }
}

/** Every frame of a translated reply, the terminal ones included, and its losses. */
export function reply(events: readonly (JsonObject | string)[], from: Dialect, to: Dialect, { upstream = true, stream = true } = {}) {
  const losses = lossList()
  const fallback = { id: 'i', model: 'm', createdAt: 5, inputTokens: 7 }
  const translator = new ReplyBetween({ from, to, stream, isStreamUpstream: upstream, streamUsage: true, fallback }, losses)
  const frames = [
    ...events.flatMap((event) => translator.push({ event: '', data: typeof event === 'string' ? event : JSON.stringify(event) }).frames),
    ...translator.close().frames,
  ]
  if (translator.isComplete) frames.push(...translator.end())
  const data = frames.map((frame) => frame.data ?? '')
  return {
    frames,
    values: data.filter((text) => text.startsWith('{')).map(object),
    isComplete: translator.isComplete,
    losses: losses.losses.map(({ path, reason }) => `${path} ${reason}`),
  }
}

/** The recordings that have streams, or whole bodies, by their names. */
export function named(list: readonly Recording[], field: 'chunks' | 'body'): [string, Recording][] {
  return list.filter((recording) => recording[field] !== undefined).map((recording) => [recording.name, recording])
}

/** What a library of the vendor would throw at, or put together wrongly. */
export function orderFaults(events: readonly JsonObject[]): string[] {
  const faults: string[] = []
  let open = -1
  let next = 0
  for (const [at, { type, index }] of events.entries()) {
    if ((type === 'message_start') !== (at === 0)) faults.push(`${at}: a beginning`)
    if (type === 'content_block_start' && (open >= 0 || index !== next++)) faults.push(`${at}: a block begins`)
    if (type === 'content_block_start') open = index as number
    if ((type === 'content_block_delta' || type === 'content_block_stop') && index !== open) faults.push(`${at}: of no open block`)
    if (type === 'content_block_stop') open = -1
  }
  const end = events.slice(-2).map((event) => event.type)
  if (end.join() !== 'message_delta,message_stop' || open >= 0) faults.push('the end')
  return faults
}
