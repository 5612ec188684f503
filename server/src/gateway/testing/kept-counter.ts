import { type TokenCounter, tokenCounter } from '../meter/token-counter.ts'

const counter = tokenCounter((error) => {
  throw error
})

/** The counter of tokens of every world of this process: its thread reads a table for a quarter of a second when it starts. */
export const keptCounter: TokenCounter = { ...counter, close: async () => {} }
