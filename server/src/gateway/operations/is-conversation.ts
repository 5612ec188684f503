import type { Operation } from '../../providers/provider.ts'
import type { CompactionOperation, ConversationOperation, OperationKind } from '../types.ts'

/** Is it a conversation with a model, which has a request in the canonical model? */
export function isConversation(operation: OperationKind): operation is ConversationOperation | CompactionOperation {
  return operation.kind === 'conversation' || operation.kind === 'compaction'
}

/** Does the vendor go on with a text, or fill a gap in one? As that of a chat, such an answer has a length that is limited and held for. */
export function isCompletion(operation: Operation): boolean {
  return operation === 'completions' || operation === 'fim'
}
