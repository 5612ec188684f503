import { expect } from 'vitest'
import { testHonesty } from '../../../testing/honesty.ts'
import { openaiChat } from './dialect.ts'

testHonesty(
  openaiChat,
  [
    'sampling.topK',
    'reasoning.budgetTokens',
    'reasoning.isEnabled',
    'turns[1].parts[0].cacheMark',
    'tools[0].cacheMark',
    'turns[3].parts[0].isError',
  ],
  {
    request(body) {
      // The parts next to the call are still there, and the result follows the call.
      expect(body.messages).toMatchObject([
        { role: 'system' },
        { role: 'user', name: 'w_name' },
        { role: 'assistant', content: 'w_beside', refusal: 'w_refusal', reasoning_content: 'w_thought', tool_calls: [{ id: 'w_call' }] },
        { role: 'tool', tool_call_id: 'w_call', content: 'w_result' },
        { role: 'user', content: [{ type: 'image_url' }, { type: 'text', text: 'w_after' }] },
      ])
    },
    reply(text) {
      expect(text).toContain('"finish_reason":"content_filter"')
      expect(text).toContain('"prompt_tokens":10')
      expect(text).toContain('"id":"w_id"')
    },
  },
)
