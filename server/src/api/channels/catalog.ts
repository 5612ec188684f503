import { getModelsHealth, getPricing, listGroups, listModelsByType } from '@waystation/contract/api/channels/catalog'
import { modelsByChannelType } from '@waystation/contract/channels/channel-type'
import type { Option } from '@waystation/contract/options/option'
import { groupRatio } from '@waystation/contract/options/pricing'
import type { CatalogView } from '../../domain/ports.ts'
import type { ModelsHealthService } from '../../domain/usage/models-health.ts'
import type { UserService } from '../../domain/user/user-service.ts'
import { type Route, route, withExtra } from '../http/route.ts'

/** The catalog as the console reads it: wait until changes are in it, then look. */
export interface CatalogSource {
  current(): { readonly view: CatalogView }
  upToDate(): Promise<void> | undefined
}

export interface CatalogRouteParts {
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly catalog: CatalogSource
  readonly users: UserService
  readonly modelsHealth: ModelsHealthService
}

export const catalogRoutes = ({ options, catalog, users, modelsHealth }: CatalogRouteParts): Route[] => {
  /** What a caller may use; a visitor sees what a user of the default group sees. */
  const offeredTo = async (caller: { readonly id: number; readonly group: string } | undefined) => {
    await catalog.upToDate()
    const groups = users.groups(caller?.group ?? '')
    const acceptsUnset = caller !== undefined && (await users.settings(caller.id)).accept_unset_model_ratio_model
    return { groups, prices: catalog.current().view.priceList(Object.keys(groups), acceptsUnset) }
  }
  return [
    route(listGroups, () => Object.keys(options.get(groupRatio)).toSorted()),
    route(listModelsByType, () => Object.fromEntries(Object.entries(modelsByChannelType).map(([type, models]) => [type, [...models]]))),
    route(getPricing, async ({ caller }) => {
      const { groups, prices } = await offeredTo(caller)
      return withExtra(prices, {
        group_ratio: Object.fromEntries(Object.entries(groups).map(([name, { ratio }]) => [name, ratio] as const)),
        usable_group: Object.fromEntries(Object.entries(groups).map(([name, { desc }]) => [name, desc] as const)),
      })
    }),
    route(getModelsHealth, async ({ caller }) => {
      const health = await modelsHealth.lastDay()
      if (!health) return null
      const { prices } = await offeredTo(caller)
      const offered = new Set(prices.map(({ model_name }) => model_name))
      const ofOffered = <Value>(byModel: Readonly<Record<string, Value>>) =>
        Object.fromEntries(Object.entries(byModel).filter(([model]) => offered.has(model)))
      return { ...health, answered: ofOffered(health.answered), answered_by_hour: ofOffered(health.answered_by_hour) }
    }),
  ]
}
