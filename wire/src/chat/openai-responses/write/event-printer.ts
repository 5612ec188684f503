// The events of a stream as frames: numbered, named, and with the unknown fields that the vendor's event of the same type had.
import type { JsonObject } from '../../../encoding/json.ts'
import { putMissing } from '../../../encoding/reader.ts'
import type { Frame } from '../../../encoding/sse.ts'

/** Prints events as frames and buffers them until they are taken. A whole response is built by the same calls without printing. */
export class EventPrinter {
  readonly #isStream: boolean
  #frames: Frame[] = []
  #nextNumber = 0
  /** Unknown fields by the type of the event that they belong to. */
  readonly #unknownFields = new Map<string, JsonObject>()

  constructor(isStream: boolean) {
    this.#isStream = isStream
  }

  print(type: string, fields: JsonObject): void {
    if (!this.#isStream) return
    const event: JsonObject = { type, sequence_number: this.#nextNumber++, ...fields }
    const unknown = this.#unknownFields.size === 0 ? undefined : this.#unknownFields.get(type)
    if (unknown !== undefined) {
      putMissing(event, unknown)
      this.#unknownFields.delete(type)
    }
    this.#frames.push({ event: type, data: JSON.stringify(event) })
  }

  /** Puts unknown fields into the next event of a type. */
  carry(type: string, fields: JsonObject): void {
    this.#unknownFields.set(type, { ...this.#unknownFields.get(type), ...fields })
  }

  /** Takes the unknown fields whose event never came. */
  takeCarried(): JsonObject {
    const carried: JsonObject = {}
    for (const fields of this.#unknownFields.values()) putMissing(carried, fields)
    this.#unknownFields.clear()
    return carried
  }

  /** Prints the text of a frame that is no event. */
  printText(text: string): void {
    if (this.#isStream) this.#frames.push({ event: '', data: text })
  }

  /** Takes the frames since the last time. */
  take(): Frame[] {
    const frames = this.#frames
    this.#frames = []
    return frames
  }
}
