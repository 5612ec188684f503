import { chatBodyWithoutBillingLine } from '../../claude/billing-line.ts'
import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import type { Dialect } from '../dialect.ts'

/**
 * The edits that passthrough needs, on a body of this dialect. Each gives a new object and shares the rest; none of them checks the body.
 */
export const edit: Dialect['edit'] = {
  model(body, model) {
    return { ...body, model }
  },

  /** The text takes the place of the first message's content when that is an instruction; else it comes before all messages. */
  system(body, text) {
    const messages: Json[] = Array.isArray(body.messages) ? body.messages : []
    const head = messages[0]
    if (isObject(head) && (head.role === 'system' || head.role === 'developer')) {
      return { ...body, messages: [{ ...head, content: text }, ...messages.slice(1)] }
    }
    return { ...body, messages: [{ role: 'system', content: text }, ...messages] }
  },

  /** Only in a stream: a whole reply has its usage anyway, and `stream_options` without `stream` is refused. */
  askForUsage(body) {
    if (body.stream !== true) return body
    const options: JsonObject = isObject(body.stream_options) ? body.stream_options : {}
    if (options.include_usage === true) return body
    return { ...body, stream_options: { ...options, include_usage: true } }
  },

  withoutBillingLine: chatBodyWithoutBillingLine,

  withoutDeveloper(body) {
    const isDeveloper = (message: Json): message is JsonObject => isObject(message) && message.role === 'developer'
    if (!Array.isArray(body.messages) || !body.messages.some(isDeveloper)) return body
    return { ...body, messages: body.messages.map((message) => (isDeveloper(message) ? { ...message, role: 'system' } : message)) }
  },
}
