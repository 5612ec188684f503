import { completionPromptTexts, completionReader, readCompletion } from '@waystation/wire/completions'
import type { ForwardedOperation } from '../types.ts'

/** The marks that a vendor puts around a prompt come to a few tokens. */
const PROMPT_BYTES = 16

/** Legacy text completions: passed through, never translated. */
export const completions: ForwardedOperation = {
  kind: 'forwarded',
  name: 'completions',

  read(body) {
    const call = readCompletion(body)
    return {
      model: call.model,
      isStream: call.stream,
      wantsUsageFrame: call.streamUsage,
      size: {
        textBytes: call.promptBytes + PROMPT_BYTES * call.prompts,
        media: [],
        maxOutputTokens: call.maxOutputTokens,
        choices: call.choices * call.prompts,
      },
    }
  },

  formatFor: ({ operations }) => (operations.includes('completions') ? { operation: 'completions', dialect: 'openai-chat' } : undefined),

  replyListener(_format, options) {
    const replies = completionReader(options)
    return {
      push(frame) {
        const { text, usage, error } = replies.push(frame)
        return { text, isProduce: text !== '', ...(usage ? { usage } : {}), ...(error ? { error } : {}) }
      },
      end: () => [],
      get isComplete() {
        return replies.isComplete
      },
    }
  },

  promptTexts: ({ body }) => completionPromptTexts(body),
}
