import type { Caller } from '../caller.ts'
import type { Call } from '../types.ts'

/** The call with the model that its token has the name stand for; the same call where it has no alias of that name. */
export function withAlias(call: Call, { token }: Pick<Caller, 'token'>): Call {
  const { body, facts } = call
  const model = token?.aliases?.get(facts.model)
  if (model === undefined) return call
  return { ...call, alias: facts.model, body: 'model' in body ? { ...body, model } : body, facts: { ...facts, model } }
}
