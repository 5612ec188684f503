// The events of a stream as frames: numbered, named, and with the unread fields that their like had where they were read.
import type { JsonObject } from '../../json.ts'
import { putMissing } from '../../reader.ts'
import type { Frame } from '../../sse.ts'

export interface EventPrinter {
  print(type: string, fields: JsonObject): void
  /** Lays unread fields under the next event of a type. */
  under(type: string, fields: JsonObject): void
  /** The unread fields whose event never came. */
  leftOver(): JsonObject
  /** The text of a frame that is no event. */
  printText(text: string): void
  /** The frames since the last time. */
  take(): Frame[]
}

/** @param isStream without a stream nothing is printed */
export function eventPrinter(isStream: boolean): EventPrinter {
  let frames: Frame[] = []
  let sequence = 0
  const waiting = new Map<string, JsonObject>()

  return {
    print(type, fields) {
      if (!isStream) return
      const event: JsonObject = { type, sequence_number: sequence++, ...fields }
      const rest = waiting.size === 0 ? undefined : waiting.get(type)
      if (rest !== undefined) {
        putMissing(event, rest)
        waiting.delete(type)
      }
      frames.push({ event: type, data: JSON.stringify(event) })
    },
    under(type, fields) {
      waiting.set(type, { ...waiting.get(type), ...fields })
    },
    leftOver() {
      const left: JsonObject = {}
      for (const fields of waiting.values()) putMissing(left, fields)
      waiting.clear()
      return left
    },
    printText(text) {
      if (isStream) frames.push({ event: '', data: text })
    },
    take() {
      const taken = frames
      frames = []
      return taken
    },
  }
}
