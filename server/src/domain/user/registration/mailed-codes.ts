// The codes that prove a mail address (controls 14 and 15).
import type { CodeKind } from '../../code/one-time-codes.ts'

const MINUTE_SECONDS = 60
const MAILED_CODE = { form: 'digits', lifetimeSeconds: 10 * MINUTE_SECONDS, tries: 5, pauseSeconds: 30, perDay: 10 } as const

export const registerCode: CodeKind = { ...MAILED_CODE, purpose: 'register' }
/** For one user alone: somebody else's code is worth nothing to them. */
export const bindCode = (userId: number): CodeKind => ({ ...MAILED_CODE, purpose: `bind:${userId}` })
/** Proves that notices may be sent there, which is less than owning the account. */
export const noticeCode = (userId: number): CodeKind => ({ ...MAILED_CODE, purpose: `notices:${userId}` })
export const resetCode: CodeKind = { ...MAILED_CODE, purpose: 'reset', form: 'link', lifetimeSeconds: 30 * MINUTE_SECONDS }

/** How long a code is good for. */
export const minutesOf = ({ lifetimeSeconds }: CodeKind): number => lifetimeSeconds / MINUTE_SECONDS
