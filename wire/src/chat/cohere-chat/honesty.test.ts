import { expect } from 'vitest'
import { testRequestHonesty } from '../../../testing/honesty.ts'
import { cohereChat } from './dialect.ts'

testRequestHonesty(
  cohereChat,
  ['turns[1].parts[0].cacheMark', 'turns[3].parts[0].isError', 'tools[0].cacheMark', 'reasoning.summary'],
  (body) => {
    expect(body.messages).toEqual([
      { role: 'system', content: 'w_system' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'w_text' },
          { type: 'image_url', image_url: { url: 'w_image', detail: 'w_detail' } },
        ],
      },
      {
        role: 'assistant',
        content: [{ type: 'thinking', thinking: 'w_thought' }],
        tool_plan: 'w_beside\nw_refusal',
        tool_calls: [{ id: 'w_call', type: 'function', function: { name: 'w_tool', arguments: '{"x":"w_arguments"}' } }],
      },
      { role: 'tool', tool_call_id: 'w_call', content: 'w_result' },
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'w_result_image' } },
          { type: 'text', text: 'w_after' },
        ],
      },
    ])
    expect(body).toMatchObject({ tool_choice: 'REQUIRED', strict_tools: true, k: 3, stop_sequences: ['w_stop'] })
  },
)
