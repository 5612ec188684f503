import { searchAll } from '@waystation/contract/api/search'
import type { SearchService } from '../../domain/search/search-service.ts'
import { type Route, route } from '../http/route.ts'

export const searchRoutes = ({ everything }: { everything: SearchService }): Route[] => [
  route(searchAll, ({ caller, query }) => everything.find(caller, query.q)),
]
