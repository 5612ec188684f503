import { noTokens, type WireUsage } from '@waystation/wire/chat/reply/usage'
import { type Json, parseJson } from '@waystation/wire/encoding/json'
import type { ReplyListener, WholeReply } from '../reply.ts'

/**
 * Reads an answer that is one body without text, such as vectors.
 * @param isWhole is this a complete answer, and not an error with status 200?
 * @param usageOf reads the reported usage
 * @param mend the answer as the client wants it, where the vendor has given it otherwise; absent: it goes on as it is
 */
export function wholeListener(
  isWhole: (body: Json) => boolean,
  usageOf: (body: Json) => WireUsage | undefined,
  mend?: (body: Json) => string | undefined,
): ReplyListener {
  let isComplete = false
  return {
    push(frame) {
      const body = frame.data === undefined ? undefined : parseJson(frame.data)
      isComplete = body !== undefined && isWhole(body)
      const usage = body === undefined ? undefined : usageOf(body)
      const mended = body !== undefined && isComplete ? mend?.(body) : undefined
      return { text: '', isProduce: isComplete, ...(usage ? { usage } : {}), ...(mended === undefined ? {} : { mended }) }
    },
    end: () => [],
    get isComplete() {
      return isComplete
    },
  }
}

/** The usage of such an answer for its client: the billed one, else what it reports itself. */
export function toldUsage({ text, events }: WholeReply, usageOf: (body: Json) => WireUsage | undefined): WireUsage {
  const billed = events.find((event) => event.kind === 'usage-known')?.usage
  return billed ?? usageOf(parseJson(text) ?? null) ?? { ...noTokens, raw: null }
}
