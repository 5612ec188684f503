import { WireError } from './wire-error.ts'

/** Runs a reading that may find something else than the dialect says; undefined when it does. A reply is never refused for it. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof WireError) return undefined
    throw error
  }
}
