import { WireError } from './wire-error.ts'

/** The result of a reading; undefined where it throws WireError. For replies, which are carried as they are rather than refused. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof WireError) return undefined
    throw error
  }
}
