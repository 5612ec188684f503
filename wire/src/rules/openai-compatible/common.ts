// What the rules of vendors of OpenAI's chat dialect share.
import type { NameRule } from '../vendors/chat-rules.ts'

/** When they were read. */
export const asOf = '2026-11'
export const names: NameRule = { maxLength: 64, refused: /[^\w-]/ }
/** What only OpenAI knows. */
export const ofOpenAI = ['store', 'cacheKey', 'safetyIdentifier', 'verbosity'] as const
