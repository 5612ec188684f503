import { expect } from 'vitest'
import { testHonesty } from '../../../testing/honesty.ts'
import { openaiResponses } from './dialect.ts'

testHonesty(
  openaiResponses,
  [
    'sampling.topK',
    'reasoning.budgetTokens',
    'stop',
    'serviceTier',
    'turns[1].name',
    'turns[1].parts[0].cacheMark',
    'turns[1].parts[4]',
    'turns[1].parts[6]',
    'turns[2].parts[0]',
    'tools[0].cacheMark',
    'turns[3].parts[0].isError',
  ],
  {
    request(body) {
      expect(body).toMatchObject({
        store: false,
        include: ['reasoning.encrypted_content'],
        tool_choice: { type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'w_tool' }] },
        input: [
          { type: 'message', role: 'system' },
          { type: 'message', role: 'user' },
          { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'w_beside' }] },
          { type: 'function_call', call_id: 'w_call', name: 'w_tool' },
          { type: 'message', role: 'assistant', content: [{ type: 'refusal', refusal: 'w_refusal' }] },
          { type: 'function_call_output', call_id: 'w_call', output: [{ text: 'w_result' }, { image_url: 'w_result_image' }] },
          { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'w_after' }] },
        ],
      })
      // Thinking that another vendor signed is nowhere, not even without its signature.
      expect(JSON.stringify(body)).not.toContain('w_thought')
    },
    reply(text) {
      expect(text).toContain('"reason":"content_filter"')
      expect(text).toContain('"input_tokens":10')
      expect(text).toContain('"id":"resp_w_id"')
    },
  },
)
