import { choiceCount } from '../../choices.ts'
import { isObject, type JsonObject } from '../../encoding/json.ts'
import { reader } from '../../encoding/reader.ts'
import { WireError } from '../../wire-error.ts'
import { outputLimit, type RequestFacts } from '../request/request-facts.ts'
import { promptBytes } from './prompt-text.ts'

/**
 * The facts of a body of `POST /v1/chat/completions`, without reading its messages: most calls go to vendors that speak this dialect and are
 * only edited. A stream reports usage only when the client requests it.
 *
 * Throws WireError, with the path, where the body has no model or no list of messages, or one of the fields read here has the wrong type.
 */
export function requestFacts(body: JsonObject): RequestFacts {
  const r = reader(body, '')
  const model = r.needText('model')
  if (!Array.isArray(r.peek('messages'))) throw new WireError('messages', 'a list')
  const limit = outputLimit(r.number('max_tokens'), r.number('max_completion_tokens'))
  return {
    model,
    stream: r.boolean('stream') ?? false,
    streamUsage: r.object('stream_options')?.boolean('include_usage') ?? false,
    promptSize: promptBytes(body),
    ...limit,
    choices: choiceCount('n', r.number('n')),
    ...effortIn(body),
  }
}

/** OpenAI's field, or OpenRouter's object. */
function effortIn({ reasoning_effort: effort, reasoning }: JsonObject): Pick<RequestFacts, 'effort'> {
  const named = typeof effort === 'string' ? effort : isObject(reasoning) ? reasoning.effort : undefined
  return typeof named === 'string' ? { effort: named } : {}
}
