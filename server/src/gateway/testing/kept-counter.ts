import { type TokenCounter, tokenCounter } from '../meter/token-counter.ts'

const counter = tokenCounter((error) => {
  throw error
})

/** One token counter for all test servers of this process: starting its thread costs a quarter of a second of processor time. */
export const keptCounter: TokenCounter = { ...counter, close: async () => {} }
