// Whole answers of vendors, with usage fields other than tokens.
import type { DialectName } from '@waystation/wire/chat/dialects'

/** A whole answer of a vendor, with usage fields other than tokens. */
export function answer(dialect: DialectName, { prompt = 100, output = 20, usage = {}, more = {} }: AnswerFields = {}): object {
  if (dialect === 'openai-chat')
    return {
      ...{ id: 'c', object: 'chat.completion', created: 1, model: 'm' },
      choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: prompt, completion_tokens: output, total_tokens: prompt + output, ...usage },
      ...more,
    }
  if (dialect === 'openai-responses') {
    const message = {
      type: 'message',
      id: 'msg_1',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'hi', annotations: [] }],
    }
    const { output: items = [], ...rest } = more as { output?: object[] }
    return {
      ...{ id: 'resp_1', object: 'response', created_at: 1, model: 'm', status: 'completed', output: [...items, message] },
      usage: { input_tokens: prompt, output_tokens: output, total_tokens: prompt + output, ...usage },
      ...rest,
    }
  }
  if (dialect === 'anthropic-messages')
    return {
      ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [{ type: 'text', text: 'hi' }] },
      ...{ stop_reason: 'end_turn', stop_sequence: null, usage: { input_tokens: prompt, output_tokens: output, ...usage } },
      ...more,
    }
  const usageMetadata = { promptTokenCount: prompt, candidatesTokenCount: output, totalTokenCount: prompt + output, ...usage }
  const candidate = { content: { role: 'model', parts: [{ text: 'hi' }] }, finishReason: 'STOP', index: 0, ...more }
  return { candidates: [candidate], usageMetadata, modelVersion: 'm', responseId: 'r' }
}

export interface AnswerFields {
  readonly prompt?: number
  readonly output?: number
  readonly usage?: object
  readonly more?: object
}
