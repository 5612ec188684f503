import type { WireUsage } from '@waystation/wire/chat/reply/usage'
import { type Json, parseJson } from '@waystation/wire/encoding/json'
import type { ReplyListener } from '../types.ts'

/**
 * Reads an answer that is one body without text, such as vectors.
 * @param isWhole is this a complete answer, and not an error with status 200?
 * @param usageOf reads the reported usage
 */
export function wholeListener(isWhole: (body: Json) => boolean, usageOf: (body: Json) => WireUsage | undefined): ReplyListener {
  let isComplete = false
  return {
    push(frame) {
      const body = frame.data === undefined ? undefined : parseJson(frame.data)
      isComplete = body !== undefined && isWhole(body)
      const usage = body === undefined ? undefined : usageOf(body)
      return { text: '', isProduce: isComplete, ...(usage ? { usage } : {}) }
    },
    end: () => [],
    get isComplete() {
      return isComplete
    },
  }
}
