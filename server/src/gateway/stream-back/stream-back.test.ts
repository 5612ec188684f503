import { AppError } from '@waystation/contract/errors'
import { hideUpstreamErrorEnabled } from '@waystation/contract/options/global'
import type { ClientDialectName } from '@waystation/wire/chat/dialects'
import type { JsonObject } from '@waystation/wire/encoding/json'
import type { Frame } from '@waystation/wire/encoding/sse'
import { describe, expect, test } from 'vitest'
import type { CallFacts } from '../call-facts.ts'
import type { StreamingConnection } from '../client-connection.ts'
import { chatEndpoint } from '../door/endpoints.ts'
import { LiveCall } from '../live-calls.ts'
import { billable, type DeliveryGiven, deliveryParts, stillClock } from '../testing/delivery-parts.ts'
import { attemptAt, callAt, optionsWith, playgroundCaller } from '../testing/step-parts.ts'
import type { Call } from '../types.ts'
import type { StreamAnswer } from '../upstream/answer.ts'
import type { FrameConsumer, FrameSource } from '../upstream/frame-source.ts'
import { ReplyStream } from '../upstream/reply-stream.ts'
import { endInError, streamBack } from './stream-back.ts'

/** A connection that writes down what goes out. */
function connection(steps: string[]) {
  let leave = () => {}
  let drain = () => {}
  let isFull = false
  const dataOf = (frames: readonly Frame[]) => frames.map(({ data }) => data ?? '').join(' ')
  const reply = {
    isGone: false,
    goneAtMs: undefined,
    get queuedBytes() {
      return isFull ? 1e6 : 0
    },
    onDrain(listener: () => void) {
      drain = listener
    },
    stopPings: () => {},
    beginStream: (headers: object) => steps.push(`begins ${JSON.stringify(headers)}`),
    onGone(listener: () => void) {
      leave = listener
      return () => {}
    },
    write(frames: readonly Frame[]) {
      steps.push(`writes ${dataOf(frames)}`)
      return !isFull
    },
    endBare: (frames: readonly Frame[]) => steps.push(`ends bare ${dataOf(frames)}`),
    end: (frames: readonly Frame[] = []) => steps.push(`ends ${dataOf(frames)}`.trim()),
    drop: () => steps.push('drops'),
    turnAway: () => steps.push('turns away'),
  }
  return {
    reply: reply as unknown as StreamingConnection,
    leave: () => leave(),
    /** It takes no more bytes for now. */
    fill() {
      isFull = true
    },
    drain() {
      isFull = false
      drain()
    },
  }
}

interface Given extends Partial<DeliveryGiven> {
  readonly wantsUsage?: boolean
  readonly lost?: string
  /** Does it think unseen? */
  readonly thinks?: boolean
}

/** A call whose stream the test hands over frame by frame. */
function streaming({ wantsUsage = false, thinks = false, lost, steps = [], ...given }: Given = {}) {
  const fields = { ...(wantsUsage && { stream_options: { include_usage: true } }), ...(thinks && { reasoning_effort: 'low' }) }
  const call = callAt(chatEndpoint, { model: 'm', stream: true, messages: [{ role: 'user', content: 'hi' }], ...fields })
  const told = billable(call, attemptAt(call), true)
  if (lost !== undefined) told.losses.add(lost, 'not-expressible')
  let sink: FrameConsumer | undefined
  const source = {
    start(taker: FrameConsumer) {
      sink = taker
    },
    pause: () => steps.push('pauses the vendor'),
    resume: () => steps.push('resumes the vendor'),
    stop: () => steps.push('stops the vendor'),
    finish: () => {},
  } as unknown as FrameSource
  const stream = new ReplyStream(source, told.meter, stillClock)
  const { reply, ...client } = connection(steps)
  const live = new LiveCall(call, playgroundCaller, () => {})
  const answer: StreamAnswer = { ...told, kind: 'stream', stream, contentType: 'text/event-stream' }
  const over = streamBack(answer, reply, { ...deliveryParts(call, { steps, ...given }), live })
  return {
    steps,
    over,
    live,
    client,
    /** Frames that come in together. */
    gives: (...bodies: (JsonObject | string)[]) =>
      sink?.frames(bodies.map((body) => ({ event: '', data: typeof body === 'string' ? body : JSON.stringify(body) }))),
    closes: () => sink?.ended({ kind: 'closed' }),
  }
}

const chunk = (content: string, finish: string | null = null): JsonObject => ({
  choices: [{ index: 0, delta: { content }, finish_reason: finish }],
})
const usage: JsonObject = { choices: [], usage: { prompt_tokens: 9, completion_tokens: 1 } }
const last = (steps: readonly string[]) => steps.at(-1) ?? ''

describe('a stream that ends well', () => {
  test('goes on as it comes; its end waits until the bill is posted', async () => {
    const settled = Promise.withResolvers<void>()
    const { steps, over, gives } = streaming({ settles: () => settled.promise })
    gives(chunk('hi'))
    gives(chunk('', 'stop'), usage, '[DONE]')
    const before = steps.map((step) => step.slice(0, 9))
    expect(before).toEqual(['begins {}', 'writes {"', 'writes {"'])
    settled.resolve()
    await over
    expect(steps.slice(3)).toEqual(['settles 10, done', 'ends [DONE]'])
  })

  test('has its losses in the head', async () => {
    const { steps, over, gives } = streaming({ lost: 'stop' })
    gives(chunk('hi', 'stop'), '[DONE]')
    await over
    expect(steps[0]).toBe('begins {"x-waystation-lost":"stop"}')
  })

  test('tells a client that wants it the usage that is billed, where its vendor told none', async () => {
    const { steps, over, gives } = streaming({ wantsUsage: true })
    gives(chunk('hi', 'stop'), '[DONE]')
    await over
    // The letters of the role and of the text, and two of the answer.
    expect(steps.at(-2)).toBe('settles 8, done')
    expect(last(steps)).toMatch(/^ends \{.*"prompt_tokens":6,"completion_tokens":2.*\} \[DONE\]$/)
  })

  test('has no end where the bill could not be posted, but the reason', async () => {
    const { steps, over, gives } = streaming({
      settles: async () => {
        throw new AppError('settlement_failed')
      },
    })
    gives(chunk('hi', 'stop'), usage, '[DONE]')
    await over
    expect(steps.slice(-2)).toEqual(['logs: a settlement is late', expect.stringMatching(/^ends .*settlement_failed/)])
    expect(last(steps)).not.toContain('[DONE]')
  })
})

describe('a stream that does not', () => {
  test('and was cut off by its vendor is billed as it came, and says so', async () => {
    const { steps, over, gives, closes } = streaming()
    gives(chunk('hi'))
    closes()
    await over
    expect(steps.slice(-3)).toEqual([
      'stops the vendor',
      'settles 8, upstream_truncated',
      expect.stringMatching(/^ends .*upstream_truncated/),
    ])
  })

  const failure = { error: { message: 'key-of-channel has no funds', type: 't' } }

  test('and reports an error passes it on without secrets, and adds none of ours', async () => {
    const { steps, over, gives } = streaming()
    gives(chunk('hi'))
    gives(failure)
    await over
    expect(steps.at(-3)).toMatch(/^writes .*has no funds/)
    expect(steps.join()).not.toContain('key-of-channel')
    expect(steps.slice(-2)).toEqual(['settles 8, upstream_error', 'ends'])
  })

  test('and reports an error has ours alone, where those of vendors are hidden', async () => {
    const { steps, over, gives } = streaming({ options: optionsWith([hideUpstreamErrorEnabled, true]) })
    gives(chunk('hi'))
    gives(failure)
    await over
    expect(steps.join()).not.toContain('funds')
    expect(last(steps)).toMatch(/^ends .*"code":"upstream_truncated"/)
  })

  test('because its client left is stopped, billed and dropped', async () => {
    const { steps, over, gives, client } = streaming()
    gives(chunk('hi'))
    client.leave()
    await over
    expect(steps.slice(-3)).toEqual(['stops the vendor', 'settles 8, client_gone', 'drops'])
  })

  test.each([
    ['gateway_shutdown', /"code":"gateway_shutdown"/],
    ['revoked', /"code":"access_revoked"/],
  ] as const)('because the gateway cut it says why: %s', async (reason, words) => {
    const { steps, over, gives, live } = streaming()
    gives(chunk('hi'))
    live.cut(reason)
    await over
    expect(steps.at(-2)).toBe(`settles 8, ${reason}`)
    expect(last(steps)).toMatch(words)
  })

  test('because more cannot be held is cut, and costs what was held', async () => {
    const { steps, over, gives } = streaming({ held: 8 })
    gives(chunk('a long answer of many words '.repeat(9)))
    await over
    expect(steps.slice(-3)).toEqual(['stops the vendor', 'settles 8, quota_cut', expect.stringMatching(/^ends .*"code":"quota_cut"/)])
  })
})

test('a client that is slow is waited for', async () => {
  const { steps, over, gives, client } = streaming()
  client.fill()
  gives(chunk('hi'))
  expect(last(steps)).toBe('pauses the vendor')
  client.drain()
  expect(last(steps)).toBe('resumes the vendor')
  gives(chunk('', 'stop'), usage, '[DONE]')
  await over
  expect(last(steps)).toBe('ends [DONE]')
})

test('a vendor that alone knows the cost is read on when the client has left, and nothing is sent', async () => {
  const { steps, over, gives, client, closes } = streaming({ thinks: true })
  gives(chunk('hi'))
  client.leave()
  gives(chunk(' there', 'stop'), usage)
  closes()
  await over
  expect(steps.filter((step) => /^(writes|ends|drops|settles)/.test(step))).toEqual([
    expect.stringMatching(/^writes .*"hi"/),
    'settles 10, client_gone',
    'drops',
  ])
})

describe('a failure of ours', () => {
  const callIn = (dialect: ClientDialectName, more: Partial<CallFacts> = {}): Call => {
    const call = callAt(chatEndpoint, { model: 'm', stream: true, messages: [] })
    return { ...call, endpoint: { ...call.endpoint, dialect }, facts: { ...call.facts, ...more } }
  }

  test.each<[what: string, call: Call, told: RegExp]>([
    ['stands in a frame of the dialect', callIn('openai-chat'), /^ends \{"error":\{.*\(request id: call-1\)/],
    ['stands bare where clients look for it there', callIn('gemini-generate'), /^ends bare \{"error"/],
    ['is no noise in a recording, which is just cut', callIn('openai-chat', { replyFraming: 'bytes' }), /^drops$/],
  ])('%s', (_what, call, told) => {
    const steps: string[] = []
    endInError(connection(steps).reply, { call, caller: playgroundCaller }, 'total_timeout')
    expect(steps).toEqual([expect.stringMatching(told)])
  })
})
