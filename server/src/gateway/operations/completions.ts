import { chatOfCompletion, completionWriter, unchattable } from '@waystation/wire/chat/openai-chat/text-completion'
import { completionPromptTexts, completionReader, readCompletion } from '@waystation/wire/completions'
import { utf8Bytes } from '@waystation/wire/encoding/text-bytes'
import { readFim } from '@waystation/wire/fim'
import type { CompletionOperation, ForwardedOperation } from '../types.ts'
import { chat } from './chat.ts'

/** The marks that a vendor puts around a prompt come to a few tokens. */
const PROMPT_BYTES = 16

/** Legacy text completions: passed through where the vendor has them, else requested as a chat. */
export const completions: CompletionOperation = {
  kind: 'completion',
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

  formatFor(provider, spoken, asked) {
    if (provider.operations.includes('completions')) return { operation: 'completions', dialect: 'openai-chat' }
    return chat.formatFor(provider, spoken, asked)
  },
  unsupported: (body, { operation }) => (operation === 'chat' ? unchattable(body) : []),
  conversation: ({ body }) => chatOfCompletion(body),
  replyWriter: completionWriter,

  replyListener(format, options, call) {
    if (format.operation === 'chat') return chat.replyListener(format, options, call)
    const replies = completionReader(options, call.body)
    return {
      push(frame) {
        const { text, hasEcho = false, usage, error } = replies.push(frame)
        return { text, isProduce: text !== '' || hasEcho, ...(usage ? { usage } : {}), ...(error ? { error } : {}) }
      },
      end: () => [],
      get isComplete() {
        return replies.isComplete
      },
    }
  },

  promptTexts: ({ body }) => completionPromptTexts(body),
}

/** The marks that a vendor puts around prompt and suffix come to a few tokens. */
const MARKS_BYTES = 32

/** What stands between a prompt and a suffix: passed through, with replies that have the shape of chat. */
export const fim: ForwardedOperation = {
  kind: 'forwarded',
  name: 'fim',

  read(body) {
    const { model, stream, prompt, suffix, maxOutputTokens } = readFim(body)
    const textBytes = utf8Bytes(prompt) + utf8Bytes(suffix) + MARKS_BYTES
    return { model, isStream: stream, wantsUsageFrame: true, size: { textBytes, media: [], maxOutputTokens, choices: 1 } }
  },

  formatFor: ({ operations }) => (operations.includes('fim') ? { operation: 'fim', dialect: 'openai-chat' } : undefined),
  replyListener: chat.replyListener,

  promptTexts({ body }) {
    const { prompt, suffix } = readFim(body)
    return [prompt, suffix]
  },
}
