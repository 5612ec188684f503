import type { LogOther } from '@waystation/contract/log'

/** The measure of a call's input, with all facts needed to recompute its tokens. */
export type MeasuredInput =
  | { readonly unit: 'seconds'; readonly seconds: number; readonly wholeSeconds: number; readonly tokens: number }
  | { readonly unit: 'characters'; readonly characters: number }

/** A minute of sound is a thousand tokens. Source: server-behaviour 4.5; the server's own arithmetic is wire/src/transcription.ts. */
const TOKENS_PER_MINUTE = 1000

/** Undefined where the input was counted in tokens, or the price goes by the call. */
export function measuredInput({ audio_seconds: seconds, characters, charge }: LogOther): MeasuredInput | undefined {
  if (charge?.kind !== 'per-token') return undefined
  if (characters !== undefined) return { unit: 'characters', characters }
  if (seconds === undefined) return undefined
  const wholeSeconds = Math.ceil(seconds)
  return { unit: 'seconds', seconds, wholeSeconds, tokens: Math.round((wholeSeconds * TOKENS_PER_MINUTE) / 60) }
}
