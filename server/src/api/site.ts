import { getHomePageContent } from '@waystation/contract/api/site'
import { homePageContent } from '@waystation/contract/options/appearance'
import type { Option } from '@waystation/contract/options/option'
import { type Route, route } from './route.ts'

/** What an admin wrote for the public pages. */
export const siteRoutes = ({ options }: { options: { get<Value>(option: Option<Value>): Value } }): Route[] => [
  route(getHomePageContent, () => options.get(homePageContent)),
]
