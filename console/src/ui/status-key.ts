import { type StatusTable, statusEntry } from '@waystation/contract/status-table'
import { isTextKey, type TextKey } from '../i18n/index.ts'

/** The words of a numeric status; undefined for a number that its table does not know. */
export function statusKey(of: StatusTable, value: number): TextKey | undefined {
  const entry = statusEntry(of, value)
  const key = `status.${of}.${entry?.name}`
  return isTextKey(key) ? key : undefined
}
