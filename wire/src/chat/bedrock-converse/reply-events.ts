// What streams and whole replies tell in the same way.
import { isObject, type Json, type JsonObject } from '../../json.ts'
import type { ChatEvent, ChoiceEnded } from '../event.ts'
import { NAME } from './name.ts'
import { stopReason } from './stop-reason.ts'

/** The end of the answer, with the stop word that ended it where that was asked for: at the top of a whole reply, in the delta of a stream. */
export function choiceEnded(rawReason: string, modelFields: Json | undefined): ChoiceEnded {
  const fields = isObject(modelFields) ? modelFields : {}
  const sequence = isObject(fields.delta) ? fields.delta.stop_sequence : fields.stop_sequence
  const ended: ChoiceEnded = { kind: 'choice-ended', choice: 0, reason: stopReason(rawReason), rawReason }
  return typeof sequence === 'string' ? { ...ended, stopSequence: sequence } : ended
}

/** What nobody here knows, carried so that it can be named. */
export function unknownFields(fields: JsonObject): ChatEvent {
  return { kind: 'unknown', extras: { dialect: NAME, fields } }
}
