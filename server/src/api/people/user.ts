import {
  addUser,
  deleteUser,
  getUser,
  listUserGroups,
  listUsers,
  manageUser,
  searchUsers,
  updateUser,
} from '@waystation/contract/api/people/user'
import type { UserAction } from '@waystation/contract/people/user'
import type { StepUp } from '../../domain/session/step-up.ts'
import type { UserAdmin } from '../../domain/user/user-admin-service.ts'
import type { UserService } from '../../domain/user/user-service.ts'
import { paged } from '../http/paged.ts'
import { type Route, route } from '../http/route.ts'

const DAY_SECONDS = 86_400

/** The one action that lets somebody do more than before. */
const PROMOTE: UserAction = 'promote'

export interface UserRouteParts {
  readonly users: UserService
  readonly userAdmin: UserAdmin
  readonly stepUp: Pick<StepUp, 'demand'>
}

export const userRoutes = ({ users, userAdmin, stepUp }: UserRouteParts): Route[] => {
  return [
    route(listUsers, ({ caller, query }) => paged(query, (page) => users.search(caller, {}, page))),
    route(searchUsers, ({ caller, query }) => {
      const { keyword, group, role, state, balance_below: balanceBelow, idle_days, sort } = query
      const seenBefore = idle_days === undefined ? undefined : Math.floor(Date.now() / 1000) - idle_days * DAY_SECONDS
      const filter = { keyword, group, role, state, balanceBelow, seenBefore }
      return paged(query, (page) => users.search(caller, filter, { ...page, sort }))
    }),
    route(getUser, ({ caller, params }) => users.lookUp(caller, params.id)),
    route(addUser, async ({ caller, body, requestId, audit }) => {
      const id = await userAdmin.add(caller, body, { requestId })
      const user = await users.lookUp(caller, id)
      audit({
        target: String(id),
        after: { username: user.username, display_name: user.display_name, group: user.group, quota: user.quota },
      })
      return user
    }),
    route(updateUser, async ({ caller, body, sessionId, ip, requestId, audit }) => {
      if (body.password) await stepUp.demand('user_access', { id: caller.id, sessionId, ip })
      const { before, after } = await userAdmin.edit(caller, body, { requestId })
      audit({ target: String(body.id), before, after })
      return users.lookUp(caller, body.id)
    }),
    route(manageUser, async ({ caller, body, sessionId, ip, requestId, audit }) => {
      if (body.action === PROMOTE) await stepUp.demand('user_access', { id: caller.id, sessionId, ip })
      const { before, after } = await userAdmin.manage(caller, body, { requestId })
      audit({ target: String(body.id), before, after: { ...after, action: body.action } })
      return { role: after.role, status: after.status }
    }),
    route(deleteUser, async ({ caller, params, requestId, audit }) => {
      const { before, after } = await userAdmin.manage(caller, { id: params.id, action: 'delete' }, { requestId })
      audit({ before, after })
      return null
    }),
    route(listUserGroups, () => users.groups('')),
  ]
}
