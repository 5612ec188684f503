// What the steps ask of an operation, besides its own words.
import type { Operation } from '../../providers/provider.ts'
import type {
  BatchSteps,
  CompactionOperation,
  CompletionOperation,
  ConversationOperation,
  FormOperation,
  MediaOperation,
  OperationKind,
} from '../types.ts'

/** Is it a conversation with a model, or can it be one? Then it has a request in the canonical model. */
export function hasConversation(operation: OperationKind): operation is ConversationOperation | CompactionOperation | CompletionOperation {
  return operation.kind === 'conversation' || operation.kind === 'compaction' || operation.kind === 'completion'
}

/** Does the vendor get a conversation? */
export function isChat(operation: Operation): boolean {
  return operation === 'chat' || operation === 'compact'
}

/** Does the vendor go on with a text, or fill a gap in one? As that of a chat, such an answer has a length that is limited and held for. */
export function isCompletion(operation: Operation): boolean {
  return operation === 'completions' || operation === 'fim'
}

/** Is the reply media or text that is passed on byte for byte, so that nothing may be inserted or rewritten? False for replies of JSON. */
export function givesBytes(operation: OperationKind): operation is FormOperation | MediaOperation {
  return operation.kind === 'form' || operation.kind === 'media'
}

/** Can a whole reply be told as the stream that the client requested? */
export function streamsWhole(operation: OperationKind): boolean {
  return !givesBytes(operation) || (operation.kind === 'form' && operation.streamReply !== undefined)
}

/** The steps of many requests at once; undefined: it is one request. */
export function batchOf(operation: OperationKind): BatchSteps | undefined {
  return operation.kind === 'task' ? operation.batch : undefined
}

/** Does this operation make pictures? */
export function makesImages({ name }: OperationKind): boolean {
  return name === 'images' || name === 'image-edits' || name === 'image-variations' || name === 'predict'
}
