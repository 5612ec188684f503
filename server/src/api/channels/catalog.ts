import { getPricing, listGroups, listModelsByType } from '@waystation/contract/api/channels/catalog'
import { modelsByChannelType } from '@waystation/contract/channels/channel-type'
import type { Option } from '@waystation/contract/options/option'
import { groupRatio } from '@waystation/contract/options/pricing'
import type { CatalogView } from '../../domain/ports.ts'
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
}

export const catalogRoutes = ({ options, catalog, users }: CatalogRouteParts): Route[] => [
  route(listGroups, () => Object.keys(options.get(groupRatio)).toSorted()),
  route(listModelsByType, () => Object.fromEntries(Object.entries(modelsByChannelType).map(([type, models]) => [type, [...models]]))),
  route(getPricing, async ({ caller }) => {
    await catalog.upToDate()
    // A visitor sees what a user of the default group sees.
    const groups = users.groups(caller?.group ?? '')
    const ratios = Object.entries(groups).map(([name, { ratio }]) => [name, ratio] as const)
    const words = Object.entries(groups).map(([name, { desc }]) => [name, desc] as const)
    const acceptsUnset = caller !== undefined && (await users.settings(caller.id)).accept_unset_model_ratio_model
    return withExtra(catalog.current().view.priceList(Object.keys(groups), acceptsUnset), {
      group_ratio: Object.fromEntries(ratios),
      usable_group: Object.fromEntries(words),
    })
  }),
]
