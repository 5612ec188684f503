import { getGroupUse, moveGroup } from '@waystation/contract/api/money/group'
import type { GroupService } from '../../domain/group/group-service.ts'
import { type Route, route } from '../http/route.ts'

export interface GroupRouteParts {
  readonly groups: GroupService
}

export const groupRoutes = ({ groups }: GroupRouteParts): Route[] => [
  route(getGroupUse, ({ query }) => groups.use(query.group)),
  route(moveGroup, async ({ caller, body, audit }) => {
    const moved = await groups.move(caller, body)
    audit({ target: body.from, after: { group: body.to, ...moved } })
    return moved
  }),
]
