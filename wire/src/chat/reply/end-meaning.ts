import type { ChatEvent, ChoiceEnded, StopReason } from './event.ts'

/** What a vendor's word for the end of an answer means: how the answer ended, or why it failed, in words for the client. */
export type EndMeaning = StopReason | { readonly failure: string }

/** The vendor's words for ends, with their meanings. */
export type EndWords = Readonly<Record<string, EndMeaning>>

/** The fields of an ended choice that follow from the meaning of the vendor's word. */
export function endedAs(meaning: EndMeaning): Pick<ChoiceEnded, 'reason' | 'failure'> {
  return typeof meaning === 'string' ? { reason: meaning } : { reason: 'unknown', failure: meaning.failure }
}

/** The meaning of a word; undefined where the table does not have it. */
export function meaningOf(words: EndWords, raw: string): EndMeaning | undefined {
  return Object.hasOwn(words, raw) ? words[raw] : undefined
}

/** An end that is a failure, in words for the client; undefined for any other event. */
export function failureOfEnd(event: ChatEvent): string | undefined {
  if (event.kind === 'reply-ended') return event.isVoid && 'the vendor gave no answer, and no reason for that'
  if (event.kind !== 'choice-ended' || event.failure === undefined) return undefined
  return event.rawReason === undefined ? event.failure : `${event.failure} (${event.rawReason})`
}
