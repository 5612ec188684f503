import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../encoding/json.ts'
import { WireError } from '../../wire-error.ts'
import { lossList } from '../losses/loss.ts'
import { openaiResponses } from './dialect.ts'

const NAME = 'openai-responses'

describe('what is no request', () => {
  const message = (fields: JsonObject) => ({ model: 'm', input: [{ role: 'user', content: 'x' }, fields] })

  test.each<[string, Json, string]>([
    ['no object', [], 'body'],
    ['no model', { input: 'x' }, 'model'],
    ['an input that is a number', { model: 'm', input: 1 }, 'input'],
    ['instructions that are a list', { model: 'm', input: 'x', instructions: [] }, 'instructions'],
    ['an item that is a text', { model: 'm', input: ['x'] }, 'input[0]'],
    ['nothing to answer', { model: 'm' }, 'input'],
    ['null to answer, with instructions', { model: 'm', input: null, instructions: 'be kind', prompt: null }, 'input'],
    ['an item without a type', message({ x: 1 }), 'input[1].type'],
    ['an unknown role', message({ role: 'critic', content: 'x' }), 'input[1].role'],
    ['no content', message({ role: 'user' }), 'input[1].content'],
    ['a text without text', message({ role: 'user', content: [{ type: 'input_text' }] }), 'input[1].content[0].text'],
    [
      'an image that is an object',
      message({ role: 'user', content: [{ type: 'input_image', image_url: {} }] }),
      'input[1].content[0].image_url',
    ],
    ['a call without an id', message({ type: 'function_call', name: 'f', arguments: '' }), 'input[1].call_id'],
    ['a result without an output', message({ type: 'function_call_output', call_id: 'a' }), 'input[1].output'],
    ['a thought whose summary is a text', message({ type: 'reasoning', summary: 'x' }), 'input[1].summary'],
    ['a tool without a name', { model: 'm', input: 'x', tools: [{ type: 'function' }] }, 'tools[0].name'],
    ['a choice that is a number', { model: 'm', input: 'x', tool_choice: 1 }, 'tool_choice'],
    ['a temperature that is a text', { model: 'm', input: 'x', temperature: '1' }, 'temperature'],
    ['a verbosity that is a number', { model: 'm', input: 'x', text: { verbosity: 1 } }, 'text.verbosity'],
  ])('%s', (_, body, path) => {
    const failure = (() => {
      try {
        openaiResponses.readRequest(body)
      } catch (error) {
        return error
      }
    })()
    expect(failure).toBeInstanceOf(WireError)
    expect((failure as WireError).path).toBe(path)
  })
})

test('what the assistant made one after the other is one turn, and results are turns of their own', () => {
  const { turns } = openaiResponses.readRequest({
    model: 'm',
    input: [
      { role: 'user', content: 'go' },
      { type: 'reasoning', id: 'r', summary: [], encrypted_content: 'e' },
      { role: 'assistant', content: 'one' },
      { type: 'web_search_call', id: 'w' },
      { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'a', output: 'x' },
      { role: 'assistant', content: 'two' },
      { role: 'assistant', content: 'three' },
    ],
  })
  expect(turns.map((turn) => [turn.role, turn.parts.map((part) => part.kind)])).toEqual([
    ['user', ['text']],
    ['assistant', ['reasoning', 'text', 'unknown', 'tool-call']],
    ['tool', ['tool-result']],
    ['assistant', ['text', 'text']],
  ])
  expect(turns[1]?.parts[0]).toMatchObject({ encrypted: 'e', signedBy: NAME })
})

describe('requests of other vendors', () => {
  const lossesOf = (fields: Partial<ReturnType<typeof openaiResponses.readRequest>>) => {
    const losses = lossList()
    const body = openaiResponses.writeRequest({ model: 'm', turns: [], ...fields }, losses)
    return { body, losses: losses.losses }
  }
  test('a budget for thinking becomes an effort, and thinking is shown', () => {
    const { body, losses } = lossesOf({ reasoning: { budgetTokens: 12_000, isEnabled: true }, maxOutputTokens: 16_000 })
    expect(body).toMatchObject({ reasoning: { effort: 'high', summary: 'auto' }, include: ['reasoning.encrypted_content'] })
    expect(losses).toEqual([])
  })
  test('disabled thinking is not requested, and named', () => {
    const { body, losses } = lossesOf({ reasoning: { isEnabled: false } })
    expect(body.reasoning).toBeUndefined()
    expect(body.include).toBeUndefined()
    expect(losses).toEqual([{ path: 'reasoning.isEnabled', reason: 'not-expressible' }])
  })
  test('a web search of another vendor becomes our own', () => {
    const tool = { kind: 'vendor', type: 'web_search_20250305', purpose: 'web-search' } as const
    const value = { type: 'web_search_20250305', name: 'web_search', max_uses: 3, allowed_domains: ['a.org'] }
    const { body, losses } = lossesOf({ tools: [{ ...tool, value }] })
    expect(body.tools).toEqual([{ type: 'web_search', filters: { allowed_domains: ['a.org'] } }])
    expect(losses).toEqual([{ path: 'tools[0].value.max_uses', reason: 'not-expressible' }])
  })
  test('empty texts, and turns that lost all their parts, are no items', () => {
    const { body } = lossesOf({
      turns: [
        {
          role: 'assistant',
          parts: [
            { kind: 'text', text: '' },
            { kind: 'tool-call', id: 'a', name: 'f', argumentsText: '{}' },
          ],
        },
        {
          role: 'user',
          parts: [
            { kind: 'tool-result', toolCallId: 'a', parts: [] },
            { kind: 'text', text: 'go' },
            { kind: 'text', text: '' },
          ],
        },
        { role: 'user', parts: [{ kind: 'video', source: { kind: 'url', url: 'u' } }] },
      ],
    })
    expect(body.input).toEqual([
      { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'a', output: '' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'go' }] },
    ])
  })
})

describe('edits give a new body and share the rest', () => {
  const body: JsonObject = { model: 'a', instructions: 'i', input: [{ role: 'user', content: 'x' }], zz: { y: 1 } }
  const before = JSON.stringify(body)
  test('model and instructions', () => {
    expect(openaiResponses.edit.model(body, 'b')).toEqual({ ...body, model: 'b' })
    expect(openaiResponses.edit.system(body, 's')).toEqual({ ...body, instructions: 's' })
    expect(openaiResponses.edit.system(body, 's').input).toBe(body.input)
    expect(openaiResponses.edit.askForUsage(body)).toBe(body)
    expect(JSON.stringify(body)).toBe(before)
  })
})
