// The settings of a request of OpenAI chat, as the vendor of this dialect takes them.
import { describe, expect, test } from 'vitest'
import { toMessages } from '../../../testing/anthropic-messages-cross.ts'
import type { JsonObject } from '../../encoding/json.ts'

const weather = { name: 'weather', description: 'd', parameters: { type: 'object', properties: { place: { type: 'string' } } } }

describe('a request of OpenAI chat', () => {
  const writeFor = (model: string, fields: JsonObject) =>
    toMessages({ model, max_tokens: 10_000, messages: [{ role: 'user', content: 'x' }], ...fields })

  test('with an effort: a word for models that take one, a budget for the others', () => {
    const { body, losses } = writeFor('claude-opus-5', { reasoning_effort: 'high' })
    expect([body.thinking, body.output_config, losses]).toEqual([{ type: 'adaptive' }, { effort: 'high' }, []])
    const older = writeFor('claude-sonnet-4-5', { reasoning_effort: 'high' })
    expect([older.body.thinking, older.body.output_config, older.losses]).toEqual([{ type: 'enabled', budget_tokens: 8000 }, undefined, []])
    expect(writeFor('claude-opus-5', { reasoning_effort: 'minimal' }).body.output_config).toEqual({ effort: 'low' })
    expect(writeFor('claude-opus-5', { reasoning_effort: 'none' }).body.thinking).toEqual({ type: 'disabled' })
    expect(writeFor('m', { reasoning: { max_tokens: 3000 } }).body.thinking).toEqual({ type: 'enabled', budget_tokens: 3000 })
    expect(writeFor('m', { reasoning: { max_tokens: 30_000 } }).body.thinking).toEqual({ type: 'enabled', budget_tokens: 9999 })
    expect(writeFor('m', { reasoning_effort: 'wild' }).losses).toEqual(['reasoning not-expressible'])
  })

  test('that only wants to see the thinking is a request to think: elsewhere models think of themselves', () => {
    const { body, losses } = writeFor('m', { reasoning: { summary: 'auto' } })
    expect([body.thinking, losses]).toEqual([{ type: 'enabled', budget_tokens: 5000, display: 'summarized' }, []])
  })

  test('with settings that the vendor refuses together with thinking', () => {
    const sampled = writeFor('m', { reasoning_effort: 'low', temperature: 0.5, top_p: 0.5 })
    expect(sampled.body).not.toHaveProperty('temperature')
    expect(sampled.losses).toEqual(['sampling.temperature not-expressible', 'sampling.topP not-expressible'])
    const forced = writeFor('m', { reasoning_effort: 'low', tools: [{ type: 'function', function: weather }], tool_choice: 'required' })
    expect([forced.body.thinking, forced.body.tool_choice, forced.losses]).toEqual([
      undefined,
      { type: 'any' },
      ['reasoning not-expressible'],
    ])
    const round = writeFor('m', {
      reasoning_effort: 'low',
      messages: [
        { role: 'user', content: 'x' },
        { role: 'assistant', content: null, tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }] },
        { role: 'tool', tool_call_id: 'a', content: 'y' },
      ],
    })
    expect([round.body.thinking, round.losses]).toEqual([undefined, ['reasoning not-expressible']])
    expect(writeFor('m', { temperature: 1.7 })).toMatchObject({
      body: { temperature: 1 },
      losses: ['sampling.temperature not-expressible'],
    })
  })

  test('with a choice of tools', () => {
    const tools = [weather, { name: 'now' }].map((tool) => ({ type: 'function', function: tool }))
    const choose = (tool_choice: JsonObject | string, given: JsonObject[] = tools) => writeFor('m', { tools: given, tool_choice })
    expect(choose('required').body.tool_choice).toEqual({ type: 'any' })
    expect(choose('none').body.tool_choice).toEqual({ type: 'none' })
    expect(choose({ type: 'function', function: { name: 'now' } }).body.tool_choice).toEqual({ type: 'tool', name: 'now' })
    const some = choose({
      type: 'allowed_tools',
      allowed_tools: { mode: 'required', tools: [{ type: 'function', function: { name: 'now' } }] },
    })
    expect([some.body.tool_choice, (some.body.tools as JsonObject[]).map((tool) => tool.name), some.losses]).toEqual([
      { type: 'any' },
      ['now'],
      ['tools[0] not-expressible'],
    ])
    expect(choose('required', [])).toMatchObject({ losses: ['toolChoice needed'] })
    expect(choose('auto', [])).toMatchObject({ losses: [] })
    expect(writeFor('m', { n: 2, modalities: ['text', 'audio'] }).losses).toEqual(['choices needed', 'modalities needed'])
  })

  test('with stop words, of which the vendor refuses blanks', () => {
    expect(writeFor('m', { stop: ['\n', 'END'] })).toMatchObject({ body: { stop_sequences: ['END'] }, losses: ['stop[0] not-expressible'] })
  })

  test('with free text for a custom tool, which is an argument here', () => {
    const { body, losses } = writeFor('m', {
      tools: [{ type: 'custom', custom: { name: 'patch', description: 'd' } }],
      messages: [
        { role: 'assistant', content: null, tool_calls: [{ id: 'a', type: 'custom', custom: { name: 'patch', input: '*** "x"' } }] },
        { role: 'tool', tool_call_id: 'a', content: 'done' },
      ],
    })
    expect(body.tools).toMatchObject([{ name: 'patch', description: 'd', input_schema: { required: ['input'] } }])
    expect(body.messages).toMatchObject([
      { content: [{ type: 'tool_use', input: { input: '*** "x"' } }] },
      { content: [{ content: 'done' }] },
    ])
    expect(losses).toEqual(['tools[0].kind not-expressible'])
  })
})
