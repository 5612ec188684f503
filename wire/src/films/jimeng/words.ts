// What Jimeng's requests and answers are made of. Source: Volcengine, Jimeng AI, "Video generation 3.0 Pro", and "Common response fields and error codes",
// 2026.

/** What is done, named in the query. */
export const actions = { submit: 'CVSync2AsyncSubmitTask', ask: 'CVSync2AsyncGetResult' } as const
export const VERSION = '2022-08-31'

/** From the root of the host. */
export const addressOf = (action: string): string => `/?Action=${action}&Version=${VERSION}`

/** The code of an answer that is good. */
export const DONE = 10_000
/** A film of n seconds has 24 n + 1 frames. */
export const FRAMES_PER_SECOND = 24

/** How a film is. `missing`: there is none of that id. */
export const states = { waits: 'in_queue', runs: 'generating', done: 'done', missing: 'not_found', expired: 'expired' } as const

/** Codes of what went wrong. */
export const codes = {
  unknownModel: 50_204,
  badInput: 50_215,
  accessDenied: 50_400,
  textKeptBack: 50_412,
  tooFast: 50_429,
  tooManyAtOnce: 50_430,
  internal: 50_500,
} as const
