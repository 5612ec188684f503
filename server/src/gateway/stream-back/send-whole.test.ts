import { AppError } from '@waystation/contract/errors'
import type { JsonObject } from '@waystation/wire/encoding/json'
import type { Frame } from '@waystation/wire/encoding/sse'
import { describe, expect, test } from 'vitest'
import type { StreamingConnection } from '../client-connection.ts'
import { chatEndpoint } from '../door/endpoints.ts'
import { answer } from '../testing/answers.ts'
import { billable, deliveryParts } from '../testing/delivery-parts.ts'
import { attemptAt, callAt, channelWith } from '../testing/step-parts.ts'
import type { Call } from '../types.ts'
import type { WholeAnswer } from '../upstream/answer.ts'
import { sendWhole, streamWhole } from './send-whole.ts'

const rewriting = channelWith({ setting: '{"force_format":true}' })

function callOf(steps: string[], fields: JsonObject = {}): Call {
  const body = { model: 'm', messages: [{ role: 'user', content: 'hi' }], ...fields }
  return callAt(chatEndpoint, body, { extension: { store: async (reply) => void steps.push(`stores ${reply.slice(0, 7)}`) } })
}

/** The whole answer of a vendor, read for the bill. */
function wholeAnswer(call: Call, body: object, channel = channelWith()): WholeAnswer {
  const told = billable(call, attemptAt(call, { channel }), false)
  const text = JSON.stringify(body)
  const { events = [] } = told.meter.push({ event: '', data: text })
  return { ...told, kind: 'whole', body: Buffer.from(text), contentType: 'text/odd', events }
}

interface Sent {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A sink that writes down what is sent; once its client is gone, nothing is. */
function sink(steps: string[], isGone = false) {
  const sent: Sent[] = []
  const send = (status: number, headers: Readonly<Record<string, string>>, body: Uint8Array | string) => {
    if (isGone) return
    steps.push('sends')
    sent.push({ status, headers, body: body.toString() })
  }
  return { sent, reply: { isGone, send } }
}

const plain = answer('openai-chat')
const late = async () => {
  throw new AppError('settlement_failed')
}

describe('as one body', () => {
  test('nothing is sent before the bill is posted and the reply is stored', async () => {
    const steps: string[] = []
    const call = callOf(steps)
    const { reply, sent } = sink(steps)
    await sendWhole(wholeAnswer(call, plain), reply, deliveryParts(call, { steps }))
    expect(steps).toEqual(['settles 120, done', 'stores {"id":"', 'sends'])
    const headers = { 'content-type': 'application/json; charset=utf-8', 'x-waystation-cost': '0.00024' }
    expect(sent).toEqual([{ status: 200, headers, body: JSON.stringify(plain) }])
  })

  test('nothing at all is sent where the bill could not be posted', async () => {
    const steps: string[] = []
    const call = callOf(steps)
    const sending = sendWhole(wholeAnswer(call, plain), sink(steps).reply, deliveryParts(call, { steps, settles: late }))
    await expect(sending).rejects.toMatchObject({ code: 'settlement_failed' })
    expect(steps).toEqual([])
  })

  test('a client that has left is billed, and its reply is not stored', async () => {
    const steps: string[] = []
    const call = callOf(steps)
    await sendWhole(wholeAnswer(call, plain), sink(steps, true).reply, deliveryParts(call, { steps }))
    expect(steps).toEqual(['settles 120, client_gone'])
  })

  test('what was lost is named in a header', async () => {
    const call = callOf([])
    const whole = wholeAnswer(call, plain)
    whole.losses.add('stop', 'not-expressible')
    whole.replyLosses.add('choices[1]', 'not-expressible')
    const { reply, sent } = sink([])
    await sendWhole(whole, reply, deliveryParts(call, { steps: [] }))
    expect(sent[0]?.headers).toMatchObject({ 'x-waystation-lost': 'stop,choices[1]' })
  })

  test.each<[what: string, channel: ReturnType<typeof channelWith>, usage: object | undefined]>([
    ['one that is passed on has none', channelWith(), undefined],
    ['one that is written anew has our own count', rewriting, { prompt_tokens: 6, completion_tokens: 2 }],
  ])('of a reply without a usage %s', async (_what, channel, usage) => {
    const { usage: _, ...bare } = plain as { usage: object }
    const call = callOf([])
    const { reply, sent } = sink([])
    await sendWhole(wholeAnswer(call, bare, channel), reply, deliveryParts(call, { steps: [] }))
    const body = JSON.parse(sent[0]?.body ?? '')
    if (usage) expect(body.usage).toMatchObject(usage)
    else expect(body).not.toHaveProperty('usage')
  })
})

describe('as a stream', () => {
  /** A connection that writes down what goes out. */
  function connection(steps: string[]) {
    const frames: Frame[] = []
    const reply = {
      isGone: false,
      stopPings: () => steps.push('stops pings'),
      beginStream: (headers: object) => steps.push(`begins ${JSON.stringify(headers)}`),
      end(all: readonly Frame[]) {
        steps.push('ends')
        frames.push(...all)
      },
    } as unknown as StreamingConnection
    return { reply, frames }
  }
  const streamed = { stream: true, stream_options: { include_usage: true } }

  test('it begins when the bill is posted and the reply is stored, and ends with all of its frames', async () => {
    const steps: string[] = []
    const call = callOf(steps, streamed)
    const { reply, frames } = connection(steps)
    await streamWhole(wholeAnswer(call, plain, rewriting), reply, deliveryParts(call, { steps }))
    expect(steps).toEqual(['settles 120, done', 'stores [DONE]', 'stops pings', 'begins {"x-waystation-cost":"0.00024"}', 'ends'])
    expect(frames.at(-1)?.data).toBe('[DONE]')
    expect(JSON.parse(frames.at(-2)?.data ?? '')).toMatchObject({ usage: { prompt_tokens: 100, completion_tokens: 20 } })
  })

  test('it does not begin where the bill could not be posted', async () => {
    const steps: string[] = []
    const call = callOf(steps, streamed)
    const sending = streamWhole(wholeAnswer(call, plain, rewriting), connection(steps).reply, deliveryParts(call, { steps, settles: late }))
    await expect(sending).rejects.toMatchObject({ code: 'settlement_failed' })
    expect(steps).toEqual([])
  })
})
