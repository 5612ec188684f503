import { getUser, searchUsers } from '@waystation/contract/api/user'
import { pageOf } from '@waystation/contract/page'
import type { UserService } from '../domain/user/user-service.ts'
import { type Route, route } from './route.ts'

const PAGE_SIZE_MAX = 100

export const userRoutes = ({ users }: { users: UserService }): Route[] => [
  route(searchUsers, async ({ caller, query }) => {
    const page = pageOf({ number: query.p, size: query.page_size }, { first: 1, maxSize: PAGE_SIZE_MAX })
    const { items, total } = await users.search(caller, query, { offset: page.offset, limit: page.size })
    return { items, total, page: page.number, page_size: page.size }
  }),
  route(getUser, ({ caller, params }) => users.lookUp(caller, params.id)),
]
