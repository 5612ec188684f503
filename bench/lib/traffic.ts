// What is asked of the load generator, and the calls that every question makes.

export interface Target {
  readonly port: number
  readonly path: string
  readonly key: string
  readonly body: string
}

export type LoadOrder =
  /** So many connections, each with its next call as soon as the last is answered. */
  | {
      readonly kind: 'closed'
      readonly target: Target
      readonly connections: number
      readonly seconds: number /** The connections begin over this time. */
      readonly staggerMs?: number
    }
  /** So many calls a second, whether or not the ones before are answered. */
  | {
      readonly kind: 'open'
      readonly target: Target
      readonly perSecond: number
      readonly seconds: number
      /** At least so many connections, used by turns. */
      readonly connections?: number
    }
  /** Streams that go on until the next order: opens so many more, and tells how many have begun to answer. */
  | {
      readonly kind: 'hold'
      readonly target: Target
      readonly connections: number /** How long they may take to begin. */
      readonly limitMs: number
    }
  /** Listens to the held streams and tells how late their events came. */
  | { readonly kind: 'listen'; readonly seconds: number }
  /** Drops the held streams. */
  | { readonly kind: 'drop' }

export interface LoadAnswer {
  /** Whole answers with status 200. */
  readonly calls: number
  readonly failures: number
  /** The beginning of the first answer that was none. */
  readonly failure: string
  readonly events: number
  readonly seconds: number
  /** Of calls, or of events where streams are listened to; milliseconds. */
  readonly p50Ms: number
  readonly p99Ms: number
}

const words = 'the quick brown fox jumps over the lazy dog and '

/** A chat request of about 200 bytes. */
export function smallAsk(model: string, isStream = false): string {
  const content = words.repeat(2)
  return JSON.stringify({
    model,
    messages: [{ role: 'user', content }],
    max_tokens: 100,
    temperature: 0.7,
    user: 'bench',
    ...(isStream ? { stream: true } : {}),
  })
}

/** An agent's history of about `bytes` bytes, with one tool call a turn. */
export function longAsk(model: string, bytes: number): string {
  const messages: object[] = [{ role: 'system', content: words.repeat(20) }]
  const turn = (count: number) => [
    { role: 'user', content: `step ${count}: ${words.repeat(4)}` },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: `call_${count}`, type: 'function', function: { name: 'run', arguments: JSON.stringify({ command: words, count }) } },
      ],
    },
    { role: 'tool', tool_call_id: `call_${count}`, content: `${words.repeat(30)}\n"quoted"\n` },
  ]
  const turnBytes = JSON.stringify(turn(1)).length
  for (let count = 0; count * turnBytes < bytes; count++) messages.push(...turn(count))
  return JSON.stringify({ model, messages, max_tokens: 100 })
}

/** Throws when a call failed: a figure over failures says nothing. */
export function assertClean(answer: LoadAnswer, what: string): LoadAnswer {
  if (answer.failures > 0 || answer.calls === 0)
    throw new Error(`${what}: ${answer.failures} calls failed, ${answer.calls} were answered; the first failure: ${answer.failure}`)
  return answer
}
