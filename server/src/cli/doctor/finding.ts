/** What a check found. */
export interface Finding {
  readonly check: string
  /** `note`: nothing is wrong, or nothing is there to be checked. */
  readonly state: 'good' | 'note' | 'warning' | 'bad'
  readonly says: string
  /** What to do about it; of warnings and faults. */
  readonly advice?: string
}

export const good = (check: string, says: string): Finding => ({ check, state: 'good', says })
export const note = (check: string, says: string): Finding => ({ check, state: 'note', says })
export const warning = (check: string, says: string, advice: string): Finding => ({ check, state: 'warning', says, advice })
export const bad = (check: string, says: string, advice: string): Finding => ({ check, state: 'bad', says, advice })

/** What went wrong, in one line, without what an address holds of credentials. */
export function reasonOf(error: unknown): string {
  const text =
    error instanceof AggregateError && error.errors.length > 0
      ? String(error.errors[0])
      : error instanceof Error
        ? error.message
        : String(error)
  return (text.split('\n')[0] ?? '').replace(/\/\/[^/@\s]+@/g, '//…@')
}
