import type { FormOperation, MediaOperation, OperationKind } from '../types.ts'

/** Is the reply media or text that is passed on byte for byte, so that nothing may be inserted or rewritten? False for replies of JSON. */
export function givesBytes(operation: OperationKind): operation is FormOperation | MediaOperation {
  return operation.kind === 'form' || operation.kind === 'media'
}
