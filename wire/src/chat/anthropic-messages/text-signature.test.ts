// Google's signature of a text goes through a client of this dialect and comes home.
import { describe, expect, test } from 'vitest'
import { accumulateMessages } from '../../../testing/anthropic-messages-accumulate.ts'
import { reply } from '../../../testing/anthropic-messages-cross.ts'
import { requestBetween } from '../../../testing/translate.ts'
import type { JsonObject } from '../../encoding/json.ts'
import { geminiGenerate } from '../gemini-generate/dialect.ts'
import { lossList } from '../losses/loss.ts'
import { anthropicMessages } from './dialect.ts'

const use: JsonObject = { functionCall: { id: 'c1', name: 'look', args: {} } }
const parts: JsonObject[] = [{ text: 'hm', thought: true }, { text: 'Hello' }, { text: '', thoughtSignature: 'c2ln' }]
const usageMetadata = { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 }
const piece = (part: JsonObject, more: JsonObject = {}): JsonObject => ({
  candidates: [{ index: 0, content: { role: 'model', parts: [part] }, ...more }],
  usageMetadata,
})

/** The content that a client gets, whole or streamed. */
function contentOf(isStream: boolean, said: JsonObject[], lost: readonly string[] = []): JsonObject[] {
  const whole = { candidates: [{ index: 0, content: { role: 'model', parts: said }, finishReason: 'STOP' }], usageMetadata }
  const events = isStream ? said.map((part, at) => piece(part, at === said.length - 1 ? { finishReason: 'STOP' } : {})) : [whole]
  const { values, losses } = reply(events, geminiGenerate, anthropicMessages, { stream: isStream, upstream: isStream })
  expect(losses.filter((loss) => loss.includes('signature'))).toEqual(lost)
  const body = isStream ? accumulateMessages(values) : values[0]
  return (body as unknown as { content: JsonObject[] }).content
}

const answersTo = (content: JsonObject[]) =>
  content.flatMap(({ type, id = '' }) => (type === 'tool_use' ? [{ type: 'tool_result', tool_use_id: id, content: 'a light' }] : []))

const history = (content: JsonObject[]) => ({
  model: 'm',
  max_tokens: 9,
  messages: [
    { role: 'user', content: 'hi' },
    { role: 'assistant', content },
    { role: 'user', content: answersTo(content) },
  ],
})

describe.each([false, true])('streamed: %s', (isStream) => {
  test.each([
    ['in a part of its own', parts, [{ text: 'Hello' }, { text: '', thoughtSignature: 'c2ln' }]],
    ['on the text', [{ text: 'Hello', thoughtSignature: 'c2ln' }], [{ text: 'Hello' }, { text: '', thoughtSignature: 'c2ln' }]],
  ])('%s', (_name, said, home) => {
    const content = contentOf(isStream, [...said, use])
    const { body } = requestBetween(history(content), { from: anthropicMessages, to: geminiGenerate })
    expect(body.contents).toMatchObject([{}, { role: 'model', parts: [...home, {}] }, {}])
  })

  test('agents take the last block for the answer, so it is left out there', () => {
    const content = contentOf(isStream, parts, ['choices[0].parts[2].signature not-expressible'])
    expect(content.at(-1)).toMatchObject({ type: 'text', text: 'Hello' })
  })
})

test('no other vendor is shown it', () => {
  const content = contentOf(false, [...parts, use])
  const own = anthropicMessages.writeRequest(anthropicMessages.readRequest(history(content)), lossList())
  expect(JSON.stringify(own)).not.toContain('c2ln')
  expect(own.messages).toMatchObject([{}, { content: [{ type: 'text', text: 'Hello' }, { type: 'tool_use' }] }, {}])
})
