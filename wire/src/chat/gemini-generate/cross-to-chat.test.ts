// Requests of Google's dialect, written for OpenAI chat.
import { describe, expect, test } from 'vitest'
import { requestBetween } from '../../../testing/translate.ts'
import type { JsonObject } from '../../encoding/json.ts'
import { openaiChat } from '../openai-chat/dialect.ts'
import { geminiGenerate } from './dialect.ts'
import { STAND_IN } from './signature.ts'

const toChat = (body: JsonObject) => requestBetween(body, { from: geminiGenerate, to: openaiChat, model: 'm' })
const call = (id: string, name: string, args: string) => ({ id, type: 'function', function: { name, arguments: args } })

const googleRequest: JsonObject = {
  system_instruction: { parts: [{ text: 'Be brief.' }] },
  contents: [
    { parts: [{ text: 'Look' }, { inline_data: { mime_type: 'image/png', data: 'A-_A' } }] },
    {
      role: 'model',
      parts: [
        { text: 'hm', thought: true },
        { functionCall: { name: 'weather', args: { place: 'Paris' } }, thoughtSignature: 'c2ln' },
        { functionCall: { name: 'weather', args: { place: 'Rome' } } },
        { functionCall: { id: 'real', name: 'now' } },
      ],
    },
    {
      role: 'user',
      parts: [
        { functionResponse: { name: 'weather', response: { output: 'rain' } } },
        {
          functionResponse: {
            id: 'real',
            name: 'now',
            response: { hour: 9 },
            parts: [{ inlineData: { mimeType: 'image/png', data: 'BBBB' } }],
          },
        },
        { functionResponse: { name: 'weather', response: { error: 'unknown' } } },
        { text: 'So?' },
      ],
    },
  ],
  tools: [
    {
      functionDeclarations: [{ name: 'weather', parameters: { type: 'OBJECT', properties: { n: { type: 'INTEGER', nullable: true } } } }],
    },
  ],
  toolConfig: { functionCallingConfig: { mode: 'ANY' } },
  generationConfig: { responseMimeType: 'application/json', thinkingConfig: { thinkingLevel: 'low' }, maxOutputTokens: 5 },
}

describe('a request of Google, for chat', () => {
  test('with calls without ids, results of every form, and media in both alphabets', () => {
    const { body, losses } = toChat(googleRequest)
    expect(body).toEqual({
      model: 'm',
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,A+/A' } },
          ],
        },
        {
          role: 'assistant',
          content: null,
          reasoning_content: 'hm',
          tool_calls: [
            call('gcall_1', 'weather', '{"place":"Paris"}'),
            call('gcall_2', 'weather', '{"place":"Rome"}'),
            call('real', 'now', '{}'),
          ],
        },
        { role: 'tool', tool_call_id: 'gcall_1', content: 'rain' },
        { role: 'tool', tool_call_id: 'real', content: '{"hour":9}' },
        { role: 'tool', tool_call_id: 'gcall_2', content: 'unknown' },
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: 'data:image/png;base64,BBBB' } },
            { type: 'text', text: 'So?' },
          ],
        },
      ],
      tools: [
        {
          type: 'function',
          function: { name: 'weather', parameters: { type: 'object', properties: { n: { type: ['integer', 'null'] } } } },
        },
      ],
      tool_choice: 'required',
      response_format: { type: 'json_object' },
      reasoning_effort: 'low',
      max_tokens: 5,
    })
    expect(losses.map((loss) => loss.path)).toEqual(['turns[2].parts[1].signature', 'turns[3].parts[2].isError'])
  })
  test.each([STAND_IN, 'context_engineering_is_the_way_to_go'])(
    'nothing is lost of a signature that proves nothing: %s',
    (thoughtSignature) => {
      const { body, losses } = toChat({
        contents: [
          { role: 'user', parts: [{ text: 'Go' }] },
          { role: 'model', parts: [{ functionCall: { id: 'c', name: 'go', args: { x: 1 } }, thoughtSignature }] },
          { role: 'user', parts: [{ functionResponse: { id: 'c', name: 'go', response: { output: 'gone' } } }] },
        ],
      })
      expect(body.messages).toEqual([
        { role: 'user', content: 'Go' },
        { role: 'assistant', content: null, tool_calls: [call('c', 'go', '{"x":1}')] },
        { role: 'tool', tool_call_id: 'c', content: 'gone' },
      ])
      expect(losses).toEqual([])
    },
  )
})
