import type { WireUsage } from '@waystation/wire/chat/usage'
import { type Json, parseJson } from '@waystation/wire/json'
import type { ReplyListener } from '../types.ts'

/**
 * Listens to an answer that is one body and no text: vectors, say.
 * @param isWhole is this the answer, and not an error told with a good status?
 * @param usageOf what it tells of its usage
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
