import { compactionUsage, isCompaction, summaryRequest, writeCompaction } from '@waystation/wire/chat/openai-responses/compaction'
import { inputItems } from '@waystation/wire/chat/openai-responses/input-items'
import type { CompactionOperation } from '../types.ts'
import { garbageFailure } from '../upstream/failures.ts'
import { chat } from './chat.ts'
import { wholeListener } from './whole-listener.ts'

/**
 * Making a conversation of the Responses API short: by the vendor's own endpoint where it has one, else by requesting a summary from its
 * model.
 */
export const compact: CompactionOperation = {
  kind: 'compaction',
  name: 'compact',

  read: (body, dialect) => ({ ...chat.read(body, dialect), isStream: false }),

  formatFor(provider, spoken, asked) {
    const format = chat.formatFor(provider, spoken, asked)
    return format?.dialect === asked && provider.operations.includes('compact') ? { operation: 'compact', dialect: asked } : format
  },

  replyListener(format, options, call) {
    return format.operation === 'chat' ? chat.replyListener(format, options, call) : wholeListener(isCompaction, compactionUsage)
  },

  promptTexts: chat.promptTexts,

  conversation: (call) => summaryRequest(chat.conversation(call)),

  buildReply(call, { events }) {
    const input = inputItems((call.extension?.wholeBody ?? call.body).input)
    const answer = writeCompaction(events, { id: `resp_${call.id}`, input, createdAt: Math.floor(Date.now() / 1000) })
    if (!answer) throw garbageFailure('the upstream summed nothing up')
    return answer
  },
}
