import { expect } from 'vitest'
import { testHonesty } from '../../../testing/honesty.ts'
import type { Dialect } from '../dialect.ts'
import { geminiGenerate } from './dialect.ts'

// The model stands in the address; here it counts as written.
const addressed: Dialect = {
  ...geminiGenerate,
  writeRequest: (request, losses) => ({ ...geminiGenerate.writeRequest(request, losses), model: request.model }),
}

testHonesty(addressed, ['turns[1].parts[0].cacheMark', 'tools[0].cacheMark', 'tools[0].strict', 'reasoning.budgetTokens'], {
  request(body) {
    expect(body.contents).toMatchObject([
      { role: 'user' },
      { role: 'model', parts: [{ text: 'w_beside' }, { functionCall: { id: 'w_call', name: 'w_tool' } }, { text: 'w_refusal' }] },
      {
        role: 'user',
        parts: [{ functionResponse: { id: 'w_call', name: 'w_tool', response: { error: 'w_result' } } }],
      },
      {
        role: 'user',
        parts: [{ fileData: { fileUri: 'w_result_image' } }, { text: 'w_after' }],
      },
    ])
  },
  reply(text) {
    expect(text).toContain('"finishReason":"SAFETY"')
    expect(text).toContain('"promptTokenCount":10')
    expect(text).toContain('"responseId":"w_id"')
  },
})
