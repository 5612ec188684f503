import type { Caller } from '../caller.ts'
import type { Gateway } from '../gateway.ts'
import type { Call } from '../types.ts'

/** What the choice of a default model takes. */
export type DefaultServices = Pick<Gateway, 'catalog'>

/**
 * The call with a model that its caller is offered: where no channel serves the usual one, which the client may have named or left out, the
 * first of the later ones that one serves. The call as it is where none serves any, so that the refusal names the usual one.
 * @param models the usual one, then those that took its place
 */
export async function withOfferedModel(
  call: Call,
  { group, pinnedChannelId }: Caller,
  [usual, ...later]: readonly string[],
  { catalog }: DefaultServices,
): Promise<Call> {
  if (call.facts.model !== usual || pinnedChannelId !== undefined) return call
  await catalog.upToDate()
  const current = catalog.current()
  const isServed = (model: string) => current.tiers(group, model).length > 0
  const model = isServed(usual) ? usual : later.find(isServed)
  return model === undefined || model === usual ? call : { ...call, body: { ...call.body, model }, facts: { ...call.facts, model } }
}
