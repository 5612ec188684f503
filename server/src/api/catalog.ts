import { listGroups, listModelsByType } from '@waystation/contract/api/catalog'
import { modelsByChannelType } from '@waystation/contract/channel-type'
import type { Option } from '@waystation/contract/options/option'
import { groupRatio } from '@waystation/contract/options/pricing'
import type { CatalogView } from '../domain/ports.ts'
import { type Route, route } from './route.ts'

/** The catalog as far as the console asks it: wait for changes to be in it, then look. */
export interface CatalogSource {
  current(): { readonly view: CatalogView }
  settled(): Promise<void> | undefined
}

export const catalogRoutes = ({ options }: { options: { get<Value>(option: Option<Value>): Value } }): Route[] => [
  route(listGroups, () => Object.keys(options.get(groupRatio)).toSorted()),
  route(listModelsByType, () => Object.fromEntries(Object.entries(modelsByChannelType).map(([type, models]) => [type, [...models]]))),
]
