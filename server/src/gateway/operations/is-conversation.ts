import type { CompactionOperation, ConversationOperation, OperationKind } from '../types.ts'

/** Is it a conversation with a model, which has a request in the canonical model? */
export function isConversation(operation: OperationKind): operation is ConversationOperation | CompactionOperation {
  return operation.kind === 'conversation' || operation.kind === 'compaction'
}
