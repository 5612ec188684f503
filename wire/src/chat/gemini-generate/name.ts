import type { Extras } from '../request/extras.ts'

/** This dialect's name, on everything that it carries. */
export const NAME = 'gemini-generate' as const

/** Marks what this dialect's reader made, where there is nothing else to carry. Shared, since extras are never modified. */
export const OWN: Extras = Object.freeze({ dialect: NAME })
