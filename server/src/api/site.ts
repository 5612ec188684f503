import { getAbout, getHomePageContent, getNotice } from '@waystation/contract/api/site'
import { about, homePageContent, notice } from '@waystation/contract/options/appearance'
import type { Option } from '@waystation/contract/options/option'
import { type Route, route } from './route.ts'

/** What an admin wrote for the public pages. */
export const siteRoutes = ({ options }: { options: { get<Value>(option: Option<Value>): Value } }): Route[] => [
  route(getNotice, () => options.get(notice)),
  route(getAbout, () => options.get(about)),
  route(getHomePageContent, () => options.get(homePageContent)),
]
