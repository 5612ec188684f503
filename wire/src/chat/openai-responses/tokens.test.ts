import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../encoding/json.ts'
import { lossList } from '../losses/loss.ts'
import type { ChatEvent } from '../reply/event.ts'
import type { Part } from '../request/request.ts'
import { openaiResponses } from './dialect.ts'

const NAME = 'openai-responses'

function write(events: readonly ChatEvent[], request?: JsonObject): JsonObject {
  const writer = openaiResponses.replyWriter(
    { stream: false, streamUsage: false, fallback: { id: '1' }, ...(request && { request }) },
    lossList(),
  )
  for (const event of events) writer.push(event)
  return JSON.parse(writer.end()[0]?.data ?? '') as JsonObject
}
const whole = (initial: Part, part = 0): ChatEvent[] => [
  { kind: 'part-started', choice: 0, part, initial },
  { kind: 'part-ended', choice: 0, part },
]

describe('tokens of other vendors come home through a client of this dialect', () => {
  const signed: Part[] = [
    { kind: 'reasoning', text: 'hm', signature: 'c2ln', signedBy: 'anthropic-messages' },
    { kind: 'reasoning', text: '', encrypted: 'ZW5j', signedBy: 'anthropic-messages' },
    { kind: 'tool-call', id: 'a', name: 'f', argumentsText: '{}', signature: 'Z2Vt', signedBy: 'gemini-generate' },
    { kind: 'reasoning', text: 'own', encrypted: 'b3du', signedBy: NAME },
  ]
  const response = write([
    ...signed.flatMap((part, index) => whole(part, index)),
    { kind: 'choice-ended', choice: 0, reason: 'tool-calls' },
  ])
  const items = response.output as JsonObject[]

  test('marked in the one place that there is, our own bare', () => {
    expect(items.map((item) => [item.type, item.encrypted_content])).toEqual([
      ['reasoning', 'WaystationOfanthropic0messages11S=c2ln'],
      ['reasoning', 'WaystationOfanthropic0messages11E=ZW5j'],
      ['reasoning', 'WaystationOfgemini0generate1N=Z2Vt'],
      ['function_call', undefined],
      ['reasoning', 'b3du'],
    ])
  })

  test('and on the parts where they stood', () => {
    const { turns } = openaiResponses.readRequest({ model: 'm', input: items })
    const parts = turns.flatMap((turn) => turn.parts)
    expect(parts.map(({ extras: _, ...part }) => part)).toEqual(signed)
  })

  test('and are not sent to our own vendor, which cannot read them', () => {
    const losses = lossList()
    const body = openaiResponses.writeRequest(openaiResponses.readRequest({ model: 'm', input: items }), losses)
    expect(JSON.stringify(body)).not.toContain('Waystation')
    expect(JSON.stringify(body)).not.toContain('c2ln')
    expect(JSON.stringify(body)).toContain('b3du')
    expect(losses.losses).toEqual([
      { path: 'turns[0].parts[0]', reason: 'not-expressible' },
      { path: 'turns[0].parts[1]', reason: 'not-expressible' },
      { path: 'turns[0].parts[2].signature', reason: 'not-expressible' },
    ])
  })

  test('and a signature that a client of another dialect brings back is ours again', () => {
    const reasoning: Part = { kind: 'reasoning', text: 'hm', signature: 'b3du', signedBy: NAME }
    const body = openaiResponses.writeRequest({ model: 'm', turns: [{ role: 'assistant', parts: [reasoning] }] }, lossList())
    expect(body.input).toEqual([{ type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }], encrypted_content: 'b3du' }])
  })

  test('and so is a thought that another dialect has in two parts; text without its signature stays at home', () => {
    const parts: Part[] = [
      { kind: 'reasoning', text: 'hm', signature: '', signedBy: NAME },
      { kind: 'reasoning', text: '', encrypted: 'b3du', signedBy: NAME },
      { kind: 'reasoning', text: 'words alone', signature: '', signedBy: NAME },
    ]
    const losses = lossList()
    const body = openaiResponses.writeRequest({ model: 'm', turns: [{ role: 'assistant', parts }] }, losses)
    expect(body.input).toEqual([{ type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }], encrypted_content: 'b3du' }])
    expect(losses.losses).toEqual([{ path: 'turns[0].parts[2]', reason: 'not-expressible' }])
  })
})
