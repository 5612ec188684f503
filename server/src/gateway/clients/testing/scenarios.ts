// What every client of the matrix is put through at every far end, and what it must report and what it must cost.
import { expect } from 'vitest'
import type { Client, ClientUsage, Conversation, Question, ReportedAnswer } from './client.ts'
import type { MatrixUpstream } from './matrix-upstreams.ts'

/** What of the thinking, and of the usage, reaches the client. */
export interface Expected {
  readonly showsThinking: boolean
  /** Absent: as many as the scenario names. */
  readonly thinkingTokens?: number | undefined
  readonly showsUsage: boolean
}

export interface Scenario {
  readonly name: string
  /** For the page. */
  readonly about: string
  readonly question: Omit<Question, 'model' | 'prompt' | 'thinks'> & { readonly thinks?: true }
  /** What the upstream is scripted to do. */
  readonly markers: string
  /** Absent: the client asks once, and a plain answer must come. */
  run?(conversation: Conversation, client: Client, expected: Expected): Promise<unknown>
  /** Calls that must be billed, each by the upstream's own book; absent: one. */
  readonly billed?: number
  /** Do requests differ by what the model's family takes? */
  readonly isOfFamily?: true
  /** Does the answer end before it is whole? Then the vendor's book shows fewer tokens than were requested. */
  readonly isCut?: boolean
}

const USAGE = '#in:1000 #out:20'
const USED = { input: 1000, output: 20 } as const
/** The fake's answer of so many words. */
const WORDS = 'the of and to in is that for it as was with be by on not the of and to'
const THOUGHT = 'Let me think about it.'

export const scenarios: readonly Scenario[] = [
  {
    name: 'plain',
    about: 'a whole answer',
    question: { isStream: false },
    markers: USAGE,
  },
  {
    name: 'stream',
    isOfFamily: true,
    about: 'the same in a stream',
    question: { isStream: true },
    markers: USAGE,
  },
  {
    name: 'tools',
    isOfFamily: true,
    about: 'two calls at once, one of them without arguments, streamed; their results, and the answer from those',
    question: { isStream: true, hasTools: true },
    markers: '#tool #parallel #in:1000',
    run: withTools,
    billed: 2,
  },
  {
    name: 'tools, whole',
    about: 'the same, not streamed',
    question: { isStream: false, hasTools: true },
    markers: '#tool #parallel #in:1000',
    run: withTools,
    billed: 2,
  },
  {
    name: 'thinking and tools',
    isOfFamily: true,
    about: 'three turns of thinking with two rounds of tools between them; the far end refuses a turn whose signatures do not come back',
    question: { isStream: true, hasTools: true, thinks: true },
    markers: '#tool:2 #in:1000 #out:20 #reasoning:8',
    run: withThinking,
    billed: 3,
  },
  {
    name: 'thinking and tools, whole',
    about: 'the same, not streamed',
    question: { isStream: false, hasTools: true, thinks: true },
    markers: '#tool:2 #in:1000 #out:20 #reasoning:8',
    run: withThinking,
    billed: 3,
  },
  {
    name: 'image',
    isOfFamily: true,
    about: 'a picture in the question',
    question: { isStream: false, hasImage: true },
    markers: `${USAGE} #images:1`,
  },
  {
    name: 'schema',
    isOfFamily: true,
    about: 'an answer that keeps to a JSON schema',
    question: { isStream: false, hasSchema: true },
    markers: USAGE,
    async run(conversation, _client, expected) {
      const reply = await conversation.ask()
      expect(JSON.parse(reply.text)).toEqual({ city: 'text', degrees: 1 })
      expectUsage(reply, USED, expected)
    },
  },
  {
    name: 'length',
    about: 'an answer that ran into its limit says so',
    question: { isStream: true },
    markers: `${USAGE} #stop:length`,
    async run(conversation, client, expected) {
      const reply = await conversation.ask()
      expect(reply).toMatchObject({ text: WORDS, finish: client.finishes.length })
      expectUsage(reply, USED, expected)
    },
  },
  {
    name: '400',
    about: 'what the caller did wrong is the client’s own error, with the vendor’s words, and costs nothing',
    question: { isStream: false },
    markers: `${USAGE} #refuse:400x9`,
    async run(conversation, client) {
      const failure = await failureOf(conversation)
      const { kind, status = (error) => (error as { status?: unknown }).status, words = messageOf } = client.refusal
      expect(classesOf(failure)).toContain(kind)
      expect(status(failure)).toBe(400)
      expect(words(failure)).toContain('refused with 400')
    },
    billed: 0,
  },
  {
    name: '429, then success',
    about: 'the vendor is busy once; the client waits as it is told and asks again, and pays once',
    question: { isStream: false },
    markers: `${USAGE} #refuse:429x1`,
  },
  {
    name: 'cut',
    about: 'the connection to the vendor is lost inside the stream: an error, never a whole answer',
    question: { isStream: true },
    markers: `${USAGE} #cut:3`,
    async run(conversation, client) {
      expect(classesOf(await failureOf(conversation))).toContain(client.cutError)
    },
    isCut: true,
  },
  {
    name: 'cached',
    about: 'a part of the prompt comes out of the vendor’s cache, and costs less',
    question: { isStream: true },
    markers: `${USAGE} #cached:400`,
    async run(conversation, client, expected) {
      const reply = await plainly(conversation, client, expected)
      expectUsage(reply, { cached: 400 }, expected)
    },
  },
]

/** The scenarios that clients go through at this upstream. */
export function scenariosAt({ isOlder }: MatrixUpstream): readonly Scenario[] {
  return isOlder ? scenarios.filter(({ isOfFamily }) => isOfFamily) : scenarios
}

/** Asks, and expects a plain answer. */
export async function plainly(conversation: Conversation, client: Client, expected: Expected): Promise<ReportedAnswer> {
  const reply = await conversation.ask()
  expect(reply).toMatchObject({ text: WORDS, calls: [], finish: client.finishes.stop })
  expectUsage(reply, USED, expected)
  return reply
}

const messageOf = (error: unknown) => (error as Error).message

/** Checks the usage that is reported; where the client reports none, that it makes none up. */
function expectUsage({ usage }: ReportedAnswer, used: Partial<ClientUsage>, { showsUsage }: Pick<Expected, 'showsUsage'>): void {
  expect(usage).toMatchObject(showsUsage ? used : { input: 0, output: 0, cached: 0 })
}

async function withTools(conversation: Conversation, client: Client, expected: Expected): Promise<void> {
  const first = await conversation.ask()
  expect(first.calls.map(({ name, input }) => ({ name, input }))).toEqual([
    { name: 'weather', input: { city: 'text' } },
    { name: 'clock', input: {} },
  ])
  expect(first.finish).toBe(client.finishes.tools)
  const last = await conversation.answer(
    first.calls.map((call) => ({ ...call, text: call.name === 'weather' ? '21 degrees' : 'half past nine' })),
  )
  expect(last).toMatchObject({ calls: [], finish: client.finishes.stop })
  // Some clients wrap what a tool gave into an object of their own.
  expect(last.text).toMatch(/^Echo: .*half past nine/)
  expectUsage(last, { input: 1000, output: 4 }, expected)
}

async function withThinking(
  conversation: Conversation,
  client: Client,
  { showsThinking, thinkingTokens = 8, showsUsage }: Expected,
): Promise<void> {
  let reply = await conversation.ask()
  for (const text of ['21 degrees', '22 degrees']) {
    expect(reply.calls.map(({ name, input }) => ({ name, input }))).toEqual([{ name: 'weather', input: { city: 'text' } }])
    expect(reply.reasoning ?? '').toBe(showsThinking ? THOUGHT : '')
    reply = await conversation.answer(reply.calls.map((call) => ({ ...call, text })))
  }
  expect(reply.reasoning ?? '').toBe(showsThinking ? THOUGHT : '')
  expect(reply).toMatchObject({ text: WORDS, calls: [], finish: client.finishes.stop })
  expectUsage(reply, { ...USED, reasoning: thinkingTokens }, { showsUsage })
}

/** What the client throws; a failure of the test when it throws nothing. */
export async function failureOf(conversation: Conversation): Promise<unknown> {
  const failure = await conversation.ask().then(
    (reply) => reply,
    (error: unknown) => error,
  )
  expect(failure, JSON.stringify(failure)).toBeInstanceOf(Error)
  return failure
}

/** The names of an error's classes, the nearest first. */
export function classesOf(error: unknown): string[] {
  const names: string[] = []
  for (let at: unknown = Object.getPrototypeOf(error); at !== null; at = Object.getPrototypeOf(at))
    names.push((at as { constructor: { name: string } }).constructor.name)
  return [...names, (error as Error).name]
}
