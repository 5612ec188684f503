// Saving the changed options of a card: one call for each, in an order in which none refuses the next.
import { optionByKey } from '@waystation/contract/options/registry'
import { messageOf } from '../../api/call-error.ts'
import { Cancelled } from '../../api/cancelled.ts'
import { type FieldValues, sentText } from './option-values.ts'

export interface SaveResult {
  readonly saved: readonly string[]
  /** Key to reason. */
  readonly failed: Readonly<Record<string, string>>
  /** The user did not confirm who they are. What is neither saved nor failed was not tried any more. */
  readonly isCancelled: boolean
}

/** Switches that are turned off come first, since others may not be emptied before; switches that are turned on need the others. */
export function saveOrder(changed: FieldValues): readonly string[] {
  const rank = (key: string) => (changed[key] === false ? 0 : changed[key] === true ? 2 : 1)
  return Object.keys(changed).toSorted((a, b) => rank(a) - rank(b))
}

/**
 * Saves what was changed. After a failure that every other call would meet too, the rest is not tried.
 * @param put stores one option; rejects with a CallError
 * @param settle called with each key after it was saved
 */
export async function saveOptions(
  changed: FieldValues,
  put: (key: string, text: string) => Promise<unknown>,
  settle: (key: string) => void,
): Promise<SaveResult> {
  const saved: string[] = []
  const failed: Record<string, string> = {}
  let everywhere: string | undefined
  for (const key of saveOrder(changed)) {
    const option = optionByKey(key)
    if (!option) continue
    if (everywhere !== undefined) {
      failed[key] = everywhere
      continue
    }
    try {
      await put(key, sentText(option, changed[key]))
      settle(key)
      saved.push(key)
    } catch (error) {
      if (error instanceof Cancelled) return { saved, failed, isCancelled: true }
      failed[key] = messageOf(error)
      if (isForAll(error)) everywhere = failed[key]
    }
  }
  return { saved, failed, isCancelled: false }
}

/** No answer, no session, no right, or too many calls: the next one would fare no better. */
function isForAll(error: unknown): boolean {
  return error instanceof Error && 'status' in error && [0, 401, 403, 405, 429].includes(Number(error.status))
}
