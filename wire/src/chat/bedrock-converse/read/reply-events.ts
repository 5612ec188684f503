// Events that streams and whole replies report in the same way.
import { isObject, type Json, type JsonObject } from '../../../encoding/json.ts'
import { endedAs } from '../../reply/end-meaning.ts'
import type { ChatEvent, ChoiceEnded } from '../../reply/event.ts'
import { NAME } from '../name.ts'
import { endMeaning } from './stop-reason.ts'

/** The end of the response, with the stop word that ended it where requested: at the top of a whole reply, in the delta of a stream. */
export function choiceEnded(rawReason: string, modelFields: Json | undefined): ChoiceEnded {
  const fields = isObject(modelFields) ? modelFields : {}
  const sequence = isObject(fields.delta) ? fields.delta.stop_sequence : fields.stop_sequence
  const ended: ChoiceEnded = { kind: 'choice-ended', choice: 0, ...endedAs(endMeaning(rawReason)), rawReason }
  return typeof sequence === 'string' ? { ...ended, stopSequence: sequence } : ended
}

/** Unknown fields, carried so that they can be named as losses. */
export function unknownFields(fields: JsonObject): ChatEvent {
  return { kind: 'unknown', extras: { dialect: NAME, fields } }
}
