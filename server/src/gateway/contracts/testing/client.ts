// The clients that ask, with headers of their own that are nobody else's business.
import { eventsOf } from '../../clients/testing/doors.ts'
import type { World } from '../../testing/world.ts'
import { chatQuestion, geminiQuestion } from './question.ts'
import type { Billed, Vendor } from './vendor.ts'

/** What the client reads: the call of a tool, why the answer ended, and what it was counted. */
export interface Told extends Billed {
  readonly call: { readonly name: unknown; readonly args: unknown } | undefined
  readonly finish: unknown
}

interface Part {
  readonly functionCall?: { readonly name: unknown; readonly args: unknown }
}
interface Answer {
  readonly candidates?: readonly { readonly content?: { readonly parts?: readonly Part[] }; readonly finishReason?: unknown }[]
  readonly usageMetadata?: Readonly<Record<string, number>>
}

export const mine = { 'x-private': 'of the client', cookie: 'session=of-the-client', 'x-forwarded-for': '192.0.2.7' }

/** Asks a vendor's question of a model that its channel serves. */
export async function ask(world: World, model: string, { asks, isStream }: Pick<Vendor, 'asks'> & { readonly isStream: boolean }) {
  if (asks === 'chat') return askInChat(world, model, isStream)
  const method = isStream ? 'streamGenerateContent?alt=sse' : 'generateContent'
  const answer = await world.post(`/v1beta/models/${model}:${method}`, geminiQuestion(), mine)
  const pieces = isStream ? eventsOf(answer.text).map(({ data }) => JSON.parse(data) as Answer) : [answer.json as Answer]
  return { ...answer, told: told(pieces) }
}

interface Choice {
  readonly message?: { readonly tool_calls?: readonly { readonly function: { readonly name?: string; readonly arguments?: string } }[] }
  readonly delta?: Choice['message']
  readonly finish_reason?: string | null
}
interface ChatAnswer {
  readonly choices: readonly Choice[]
  readonly usage?: { prompt_tokens: number; completion_tokens: number; prompt_tokens_details?: { cached_tokens?: number } } | null
}

async function askInChat(world: World, model: string, isStream: boolean) {
  const streamed = isStream ? { stream: true, stream_options: { include_usage: true } } : {}
  const answer = await world.post('/v1/chat/completions', { ...chatQuestion(), model, ...streamed }, mine)
  const events = eventsOf(answer.text).filter(({ data }) => data !== '[DONE]')
  const pieces = isStream ? events.map(({ data }) => JSON.parse(data) as ChatAnswer) : [answer.json as unknown as ChatAnswer]
  return { ...answer, told: toldInChat(answer.status === 200 ? pieces : []) }
}

function toldInChat(pieces: readonly ChatAnswer[]): Told {
  const choices = pieces.flatMap((piece) => piece.choices)
  const calls = choices.flatMap(({ message, delta }) => (message ?? delta)?.tool_calls ?? []).map((call) => call.function)
  const names = calls.flatMap(({ name }) => name ?? [])
  const usage = pieces.findLast((piece) => piece.usage)?.usage
  const args = () => JSON.parse(calls.map((call) => call.arguments ?? '').join('')) as unknown
  return {
    call: names.length === 1 ? { name: names[0], args: args() } : undefined,
    finish: choices.findLast(({ finish_reason: reason }) => reason)?.finish_reason === 'tool_calls' ? 'STOP' : undefined,
    prompt: usage?.prompt_tokens ?? 0,
    cached: usage?.prompt_tokens_details?.cached_tokens ?? 0,
    output: usage?.completion_tokens ?? 0,
  }
}

function told(pieces: readonly Answer[]): Told {
  const candidates = pieces.flatMap((piece) => piece.candidates ?? [])
  const calls = candidates.flatMap(({ content }) => content?.parts ?? []).flatMap(({ functionCall }) => functionCall ?? [])
  const usage = pieces.findLast(({ usageMetadata }) => usageMetadata)?.usageMetadata ?? {}
  const call = calls.length === 1 ? calls[0] : undefined
  return {
    call: call && { name: call.name, args: call.args },
    finish: candidates.findLast(({ finishReason }) => finishReason !== undefined)?.finishReason,
    prompt: usage.promptTokenCount ?? 0,
    cached: usage.cachedContentTokenCount ?? 0,
    output: (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0),
  }
}

/** Headers that every connection has. */
const ofConnection = new Set(['host', 'connection', 'content-length', 'transfer-encoding'])

export const nothingElse = {
  /** What each call has beside what its vendor wants. */
  headers: { 'content-type': 'application/json', 'accept-encoding': 'identity' },
  /** The headers of a request that are not those of its connection. */
  of: (request: { readonly headers: Readonly<Record<string, unknown>> } | undefined) =>
    Object.fromEntries(Object.entries(request?.headers ?? {}).filter(([name]) => !ofConnection.has(name))),
}
