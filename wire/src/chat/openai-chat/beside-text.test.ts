import { expect, test } from 'vitest'
import { anthropicMessages } from '../anthropic-messages/dialect.ts'
import { knownNames } from '../losses/known-names.ts'
import { lossList } from '../losses/loss.ts'
import { unfold } from '../reply/fold.ts'
import type { ChatRequest, ToolResultPart } from '../request/request.ts'
import { openaiChat } from './dialect.ts'

const citation = { type: 'web_search_result_location', url: 'https://a.example', title: 'a', cited_text: 'x', encrypted_index: 'e' }
const message = {
  ...{ id: 'm', type: 'message', role: 'assistant', model: 'm', stop_reason: 'end_turn', usage: { input_tokens: 1, output_tokens: 1 } },
  content: [
    { type: 'text', text: 'I looked. ' },
    { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'q' } },
    { type: 'web_search_tool_result', tool_use_id: 's', content: [] },
    { type: 'text', text: 'It is so.', citations: [citation] },
  ],
}
const annotation = { type: 'url_citation', url_citation: { start_index: 10, end_index: 19, url: 'https://a.example', title: 'a' } }

function written(stream: boolean): string[] {
  const events = anthropicMessages.replyReader({ stream: false }).push({ event: '', data: JSON.stringify(message) })
  const writer = openaiChat.replyWriter({ stream, streamUsage: false }, lossList())
  return [...events.flatMap((event) => writer.push(event)), ...writer.end()].map(({ data }) => data ?? '')
}

test('text beside a search is a string, and its citation names the text that it is of', () => {
  const [body = '{}'] = written(false)
  expect(JSON.parse(body)).toMatchObject({ choices: [{ message: { content: 'I looked. It is so.', annotations: [annotation] } }] })
})

test('a citation without a place waits in a stream for the end of its text', () => {
  expect(written(true).join('\n')).toContain(JSON.stringify([annotation]))
})

test.each([
  ['default_api.read', 'read'],
  ['tools:mcp/read', 'read'],
  ['my.tool', 'my.tool'],
  ['my_other.tool', 'my.other_tool'],
  ['nobody.knows', 'nobody.knows'],
])('a call of %s is one of %s', (given, expected) => {
  const tools = ['read', 'my.tool', 'my.other_tool'].map((name) => ({ kind: 'function' as const, name }))
  const request = { model: 'm', turns: [], tools } as unknown as ChatRequest
  const call = { kind: 'tool-call' as const, id: 'c', name: given, argumentsText: '{}' }
  const events = knownNames(() => request)(unfold({ choices: [{ choice: 0, parts: [call] }], isEnded: true, unknown: [] }))
  expect(events.find((event) => event.kind === 'part-started')).toMatchObject({ initial: { name: expected } })
})

test('results of parallel calls stand together before what they show', () => {
  const image = { kind: 'image' as const, source: { kind: 'base64' as const, data: 'AAAA' }, mediaType: 'image/png' }
  const result = (toolCallId: string): ToolResultPart => ({
    kind: 'tool-result',
    toolCallId,
    parts: [{ kind: 'text', text: 'see' }, image],
  })
  const turns = ['a', 'b'].map((id) => ({ role: 'tool' as const, parts: [result(id)] }))
  const body = openaiChat.writeRequest({ model: 'm', turns } as unknown as ChatRequest, lossList())
  expect((body.messages as { role: string }[]).map(({ role }) => role)).toEqual(['tool', 'tool', 'user'])
})
