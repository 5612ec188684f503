import { getPricing } from '@waystation/contract/api/catalog'
import { listUnpricedModels } from '@waystation/contract/api/channel'
import { defaultChatModel, isChatModel } from '@waystation/contract/default-model'
import { useData } from '~/api/use-data'
import { useIsAdmin, useUser } from '~/session/user'

export interface FirstModelQuery {
  /** Preferred while it can be called, such as the model of a passed test. */
  readonly preferred?: string | undefined
  /** Names among which to choose; default: all that the user may call. */
  readonly among?: readonly string[] | undefined
  /** In which the call is made; default: the user's own. */
  readonly group?: string | undefined
}

export interface FirstModel {
  /** Undefined when none of the models answers a chat. */
  readonly model: string | undefined
  /** Calls to it are refused, since it has no price and no other model has one. Known to admins. */
  readonly needsPrice: boolean
}

const FRESH_MS = 60_000
/** Names of models that are asked about at once, in the address. */
const MAX_ASKED = 100

/**
 * The model of a call that the user is shown how to make: a usual chat model with a price. Undefined while it is not known which there are,
 * and without a query.
 */
export function useFirstModel(query: FirstModelQuery | undefined): FirstModel | undefined {
  const { preferred, among, group } = query ?? {}
  const own = useUser()?.group || 'default'
  const isAdmin = useIsAdmin()
  const { data, error } = useData(getPricing, {}, { when: query !== undefined, freshMs: FRESH_MS })
  const isServed = data?.some(({ model_name }) => among?.includes(model_name))
  const models = among?.slice(0, MAX_ASKED).join(',') ?? ''
  const withoutPrice = useData(listUnpricedModels, { query: { models } }, { when: isAdmin && isServed === false && models !== '' }).data
  if (!data) return error ? { model: preferred ?? defaultChatModel(among ?? []), needsPrice: false } : undefined
  const inGroup = data.filter(({ enable_groups }) => enable_groups.includes(group || own))
  const offered = among ? inGroup.filter(({ model_name }) => among.includes(model_name)) : inGroup
  // A token or channel may name models that nobody is offered: better one of these than none.
  const names = offered.length > 0 ? offered.map(({ model_name }) => model_name) : (among ?? [])
  const refused = withoutPrice?.rule === 'refused' ? withoutPrice.models : []
  const unpriced = [...offered.filter(({ price_source }) => price_source === 'unset').map(({ model_name }) => model_name), ...refused]
  const isGood = preferred !== undefined && names.includes(preferred) && isChatModel(preferred) && !unpriced.includes(preferred)
  const model = isGood ? preferred : defaultChatModel(names, { unpriced })
  return { model, needsPrice: model !== undefined && refused.includes(model) }
}
