import { dialectOf } from '@waystation/wire/chat/dialects'
import { promptBytes, promptTexts } from '@waystation/wire/chat/openai-chat/prompt-text'
import { isProduce, producedText } from '@waystation/wire/chat/produced-text'
import type { WireUsage } from '@waystation/wire/chat/usage'
import type { JsonObject } from '@waystation/wire/json'
import { reader } from '@waystation/wire/reader'
import { WireError } from '@waystation/wire/wire-error'
import type { Listener, News, OperationKind } from './operation-kind.ts'

const NOTHING: News = { text: '', isProduce: false }

/** Chat completions in OpenAI's dialect. */
export const chat: OperationKind = {
  name: 'chat',
  isFreeWhenEmpty: true,

  read(body) {
    const r = reader(body, '')
    const model = r.needText('model')
    if (!Array.isArray(r.peek('messages'))) throw new WireError('messages', 'a list')
    const mostOutputTokens = mostOf(r.number('max_tokens'), r.number('max_completion_tokens'))
    return {
      model,
      isStream: r.boolean('stream') ?? false,
      wantsUsageFrame: r.object('stream_options')?.boolean('include_usage') ?? false,
      size: { ...promptBytes(body), mostOutputTokens, choices: Math.max(1, r.number('n') ?? 1) },
    }
  },

  listener(dialectName, { stream }): Listener {
    const replies = dialectOf(dialectName).replyReader({ stream })
    return {
      push(frame) {
        let usage: WireUsage | undefined
        let text = ''
        let produced = false
        let error: News['error']
        for (const event of replies.push(frame)) {
          if (event.kind === 'usage-known') usage = event.usage
          else if (event.kind === 'reply-failed') error = event
          else {
            text += producedText(event)
            produced ||= isProduce(event)
          }
        }
        if (!usage && text === '' && !produced && !error) return NOTHING
        return { text, isProduce: produced, ...(usage ? { usage } : {}), ...(error ? { error } : {}) }
      },
      get isComplete() {
        return replies.isComplete
      },
    }
  },

  promptTexts: (body: JsonObject) => promptTexts(body),
}

function mostOf(...values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined)
  for (const value of known) if (!Number.isSafeInteger(value) || value < 0) throw new WireError('max_tokens', 'a whole number from 0')
  return known.length === 0 ? undefined : Math.max(...known)
}
