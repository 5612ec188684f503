import { readParams } from '../http/address.ts'
import type { Hook } from './hook.ts'

/** Reads the parameters in the path. Throws AppError unknown_path for one that is no id. */
export const path: Hook = ({ endpoint, request, context }) => {
  context.params = readParams(endpoint, request)
}
