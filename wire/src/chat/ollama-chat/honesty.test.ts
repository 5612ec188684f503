import { expect } from 'vitest'
import { testRequestHonesty } from '../../../testing/honesty.ts'
import { ollamaChat } from './dialect.ts'

const named = [
  'turns[1].parts[0].cacheMark',
  'turns[3].parts[0].isError',
  'tools[0].cacheMark',
  'tools[0].strict',
  'reasoning.budgetTokens',
  'toolChoice',
]
testRequestHonesty(ollamaChat, named, (body) => {
  expect(body.messages).toEqual([
    { role: 'system', content: 'w_system' },
    { role: 'user', content: 'w_text' },
    {
      role: 'assistant',
      content: 'w_beside\nw_refusal',
      thinking: 'w_thought',
      tool_calls: [{ id: 'w_call', function: { name: 'w_tool', arguments: { x: 'w_arguments' } } }],
    },
    { role: 'tool', content: 'w_result', tool_name: 'w_tool', tool_call_id: 'w_call' },
    { role: 'user', content: 'w_after' },
  ])
  expect(body).toMatchObject({
    stream: false,
    think: true,
    format: { x: 'w_schema' },
    options: { temperature: 1, top_k: 3, stop: ['w_stop'] },
  })
})
