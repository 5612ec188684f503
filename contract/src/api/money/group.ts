import { z } from 'zod'
import { endpoint } from '../../channels/endpoint.ts'
import { GroupUse, groupName } from '../../prices/group.ts'

export const getGroupUse = endpoint({
  method: 'GET',
  path: '/api/group/use',
  summary: 'How many users, tokens and channels are in a group',
  access: 'admin',
  query: z.object({ group: groupName }),
  data: GroupUse,
})

/** A group can only lose its ratio when nobody is in it any more. */
export const moveGroup = endpoint({
  method: 'POST',
  path: '/api/group/move',
  summary: 'Move all users, tokens and channels of a group to another one; users must be of a lower role',
  access: 'admin',
  scope: 'users',
  audit: 'group.move',
  body: z.object({ from: groupName, to: groupName }),
  data: GroupUse,
})
