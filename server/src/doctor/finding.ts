import type { Words } from '@waystation/contract/errors'
import type { DoctorFinding } from '@waystation/contract/site/doctor'

export type Finding = DoctorFinding

/** The words of a check in both languages. */
export const words = (en: string, zh: string): Words => ({ en, zh })

export const good = (check: Words, says: Words): Finding => ({ check, state: 'good', says })
export const note = (check: Words, says: Words): Finding => ({ check, state: 'note', says })
export const warning = (check: Words, says: Words, advice: Words): Finding => ({ check, state: 'warning', says, advice })
export const bad = (check: Words, says: Words, advice: Words): Finding => ({ check, state: 'bad', says, advice })

const MAX_REASON = 500

/** What went wrong, in one line, without what an address holds of credentials. */
export function reasonOf(error: unknown): string {
  const text =
    error instanceof AggregateError && error.errors.length > 0
      ? String(error.errors[0])
      : error instanceof Error
        ? error.message
        : String(error)
  return (text.split('\n')[0] ?? '').replace(/\/\/[^/@\s]+@/g, '//…@').slice(0, MAX_REASON)
}

/** A reason as the words of a finding: it comes from the system, in its language. */
export const plain = (text: string): Words => ({ en: text, zh: text })
