// The request of one attempt. What money is held for and what is sent are made by the same steps (request-body.ts): before the hold stands
// its long parts are left out, since nothing in them makes a call dearer than their length.
import { clientDialects, vendorDialects } from '@waystation/wire/chat/dialects'
import { lossList } from '@waystation/wire/chat/losses/loss'
import type { ChatRequest } from '@waystation/wire/chat/request/request'
import type { JsonObject } from '@waystation/wire/encoding/json'
import type { UpstreamCall } from '../../providers/provider.ts'
import type { Attempt } from '../attempt.ts'
import type { OptionReader } from '../caller.ts'
import type { PreparedRequest } from '../held.ts'
import type { Call } from '../types.ts'
import { upstreamCallOf } from '../upstream/upstream-call.ts'
import { bodyFor, shaped } from './request-body.ts'

/** Prepares the request of an attempt: nothing of it is made before it is read. */
export function prepareRequest(call: Call, attempt: Attempt, options: OptionReader): PreparedRequest {
  return new Preparation(call, attempt, options)
}

class Preparation implements PreparedRequest {
  readonly call: Call
  readonly attempt: Attempt
  readonly upstreamCall: UpstreamCall
  #head: JsonObject | undefined

  constructor(call: Call, attempt: Attempt, options: OptionReader) {
    this.call = call
    this.attempt = attempt
    this.upstreamCall = upstreamCallOf(call, attempt, attempt.operation, options)
  }

  get head(): JsonObject {
    this.#head ??= this.#shapedHead()
    return this.#head
  }

  #shapedHead(): JsonObject {
    const { call, attempt } = this
    const rules = { losses: lossList() }
    if (attempt.request === 'translated') return shaped(this, {}, { ...rules, request: headOfConversation(call) })
    return shaped(this, without(bodyFor(call, attempt), vendorDialects[attempt.dialect].terms.content), rules)
  }
}

/** The conversation in the canonical model, without its turns. */
function headOfConversation(call: Call): ChatRequest {
  const { endpoint, facts, body } = call
  const { operation } = endpoint
  if (operation.kind === 'completion') return { ...operation.conversation(call), turns: [] }
  const { readRequest, emptyRequest, terms } = clientDialects[endpoint.dialect]
  const request = facts.chat ?? readRequest({ ...emptyRequest, ...without(body, terms.content) })
  return { ...request, turns: [] }
}

function without(body: JsonObject, fields: ReadonlySet<string>): JsonObject {
  const rest: JsonObject = {}
  for (const key in body) if (!fields.has(key)) rest[key] = body[key]
  return rest
}
