// Groups of users, tokens and channels: who is in one, and where they go before it is taken away.
import { AppError } from '@waystation/contract/errors'
import type { Option } from '@waystation/contract/options/option'
import { groupRatio } from '@waystation/contract/options/pricing'
import type { Ranked } from '@waystation/contract/people/rank'
import type { GroupUse } from '@waystation/contract/prices/group'
import type { Database } from '../../db/database.ts'
import type { Invalidation } from '../../lib/shared/invalidation.ts'
import { countInGroup, moveGroupMembers } from './group-store.ts'

export interface GroupParts {
  readonly database: Database
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly invalidation: Invalidation
}

export interface GroupService {
  use(group: string): Promise<GroupUse>
  /** @throws AppError user_group_unknown where the new group has no ratio, no_permission, or user_not_outranked */
  move(actor: Ranked, move: { readonly from: string; readonly to: string }): Promise<GroupUse>
}

export function groupService({ database, options, invalidation }: GroupParts): GroupService {
  return {
    use: (group) => countInGroup(database.read, group),
    async move(actor, { from, to }) {
      if (!Object.hasOwn(options.get(groupRatio), to))
        throw new AppError('user_group_unknown', {}, { fields: { to: 'user_group_unknown' } })
      const moved = await database.run(moveGroupMembers, { actorId: actor.id, from, to })
      for (const topic of ['user', 'token', 'channel'] as const) invalidation.publish(topic)
      return moved
    },
  }
}
