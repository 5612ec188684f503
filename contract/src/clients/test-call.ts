// One small call at the door of a dialect, as its clients send it, and where its answer has which field.
import type { ClientDialect, Connection } from './client.ts'

export interface TestCall {
  /** Behind the gateway's address. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
}

type Fields = Readonly<Record<string, unknown>>

interface Door {
  readonly path: (model: string) => string
  readonly headers: (key: string) => Readonly<Record<string, string>>
  readonly body: (model: string, prompt: string) => object
  /** The words of a whole answer. */
  readonly wordsOf: (answer: unknown) => string
}

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const recordOf = (value: unknown): Fields => (isRecord(value) ? value : {})
const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isRecord) : [])
/** The texts of parts, one after the other. */
const textsOf = (parts: readonly Fields[]): string => parts.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])).join('')

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })
/** This dialect demands a longest answer, and thinking counts. */
const MAX_TOKENS = 1024

const doors: Readonly<Record<ClientDialect, Door>> = {
  'openai-chat': {
    path: () => '/v1/chat/completions',
    headers: bearer,
    body: (model, content) => ({ model, messages: [{ role: 'user', content }] }),
    wordsOf(answer) {
      const { content } = recordOf(listOf(recordOf(answer).choices)[0]?.message)
      return typeof content === 'string' ? content : ''
    },
  },
  'openai-responses': {
    path: () => '/v1/responses',
    headers: bearer,
    body: (model, input) => ({ model, input }),
    wordsOf: (answer) => textsOf(listOf(recordOf(answer).output).flatMap(({ content }) => listOf(content))),
  },
  'anthropic-messages': {
    path: () => '/v1/messages',
    headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
    body: (model, content) => ({ model, max_tokens: MAX_TOKENS, messages: [{ role: 'user', content }] }),
    wordsOf: (answer) => textsOf(listOf(recordOf(answer).content)),
  },
  'gemini-generate': {
    path: (model) => `/v1beta/models/${encodeURIComponent(model)}:generateContent`,
    headers: (key) => ({ 'x-goog-api-key': key }),
    body: (_, text) => ({ contents: [{ role: 'user', parts: [{ text }] }] }),
    wordsOf(answer) {
      const { parts } = recordOf(listOf(recordOf(answer).candidates)[0]?.content)
      return textsOf(listOf(parts).filter(({ thought }) => thought !== true))
    },
  },
}

/** The call of a dialect that asks a model something. */
export function callOf({ key, model, dialect }: Omit<Connection, 'url'>, prompt: string): TestCall {
  const { path, headers, body } = doors[dialect]
  return { path: path(model), headers: { ...headers(key), 'Content-Type': 'application/json' }, body: body(model, prompt) }
}

/** What a model said in a whole answer of a dialect; empty where it said nothing. */
export const wordsOf = (dialect: ClientDialect, answer: unknown): string => doors[dialect].wordsOf(answer)

/** What the gateway puts behind its messages, for clients that show nothing else. */
const REQUEST_ID = / \(request id: [^)]*\)$/

/** The message of a refusal, which every dialect has at the same place, without the request's id; undefined where there is none. */
export function refusalOf(answer: unknown): string | undefined {
  const { message } = recordOf(recordOf(answer).error)
  return typeof message === 'string' && message !== '' ? message.replace(REQUEST_ID, '') : undefined
}
