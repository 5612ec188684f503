import type { FormOperation, MediaOperation, OperationKind } from '../types.ts'

/** Is the reply passed on byte for byte, so that nothing may be inserted or rewritten? False for JSON replies. */
export function isPassedOn(operation: OperationKind): operation is FormOperation | MediaOperation {
  return operation.kind === 'form' || operation.kind === 'media'
}
