// A request as the rules read it, and what a rule is.
import { isObject, type Json, type JsonObject } from '../../../src/encoding/json.ts'
import { firstOf } from '../../first-of.ts'
import type { Rule as AnyRule, JudgedRequest } from '../judge.ts'
import { objects as objectsOf, textOf } from '../openai/refusal.ts'
import { type Fault, firstFault } from '../shape.ts'
import { bodyShape } from './body-shape.ts'
import { type Family, familyOf } from './families.ts'

export { firstOf, objectsOf, textOf }

/** One turn. Plain text counts as one text block; `wholeText` tells that it was plain. */
export type Turn = { role: string; blocks: readonly JsonObject[]; wholeText: boolean; index: number }

export type Call = {
  request: JudgedRequest
  /** The request asks for a count of tokens only. */
  counting: boolean
  /** The names in the `anthropic-beta` header. */
  betas: readonly string[]
  body: JsonObject
  model: string
  family: Family | undefined
  turns: readonly Turn[]
  tools: readonly JsonObject[]
  /** The first thing in the body that does not fit its shape. */
  fault: Fault | undefined
}

/** One rule: what it checks, and what the vendor says where it is broken. */
export type Rule = AnyRule<Call, string> & {
  /** The status and the name of the error; 400 and `invalid_request_error` where not given. */
  answer?: { status: number; type: string }
}

/** Reads a request that may be of any shape: what does not fit is left out here, and is the shape rules' business. */
export function readCall(request: JudgedRequest): Call {
  // The judge gets parsed JSON.
  const parsed = request.body as Json
  const body = isObject(parsed) ? parsed : {}
  const model = textOf(body.model)
  const counting = request.path.endsWith('/count_tokens')
  const betas = (request.headers['anthropic-beta'] ?? '').split(',').map((name) => name.trim())
  return {
    request,
    counting,
    betas,
    body,
    model,
    family: familyOf(model),
    turns: objectsOf(body.messages).map(readTurn),
    tools: objectsOf(body.tools),
    fault: firstFault(bodyShape(counting, betas), parsed),
  }
}

function readTurn(message: JsonObject, index: number): Turn {
  const { content } = message
  const wholeText = typeof content === 'string'
  const plain = wholeText && content !== '' ? [{ type: 'text', text: content }] : []
  return { role: textOf(message.role), blocks: wholeText ? plain : objectsOf(content), wholeText, index }
}

/** The `type` of the object that a field holds. */
export function typeOf(value: Json | undefined): string | undefined {
  return isObject(value) && typeof value.type === 'string' ? value.type : undefined
}
