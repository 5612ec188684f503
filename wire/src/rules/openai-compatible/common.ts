// What the rules of vendors of OpenAI's chat dialect share.
import type { NameRule } from '../vendors/chat-rules.ts'

/** When they were read. */
export const asOf = '2026-11'
/** Zhipu's and Ark's field that switches thinking on and off. */
export const thinkingSwitch = { field: 'thinking', on: { type: 'enabled' }, off: { type: 'disabled' } } as const
export const names: NameRule = { maxLength: 64, refused: /[^\w-]/ }
/** What only OpenAI knows. */
export const ofOpenAI = ['store', 'cacheKey', 'safetyIdentifier', 'verbosity'] as const
