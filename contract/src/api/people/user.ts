import { z } from 'zod'
import { endpoint } from '../../channels/endpoint.ts'
import { GroupChoice, Standing, UserChange, UserDraft, UserRecord, userSorts, userStates } from '../../people/user.ts'
import { byId, pathId } from '../../values/id.ts'
import { integerParameter, pageParameter, pageSchema } from '../../values/page.ts'
import { nameText } from '../../values/pasted.ts'

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/user/',
  summary: 'All users, closed accounts too, newest first. Addresses of equals and superiors are empty',
  access: 'admin',
  query: z.object({ p: pageParameter, page_size: integerParameter }),
  data: pageSchema(UserRecord),
})

export const searchUsers = endpoint({
  method: 'GET',
  path: '/api/user/search',
  summary:
    'Users by id, name or mail address, by group, role, state, balance and last login; closed accounts too, newest first unless sorted. ' +
    'Addresses of equals and superiors are empty',
  access: 'admin',
  query: z.object({
    keyword: nameText().default(''),
    group: nameText().default(''),
    role: integerParameter,
    state: z.enum(userStates).optional(),
    /** Quota units. */
    balance_below: integerParameter,
    /** Not logged in for so many days, or never. */
    idle_days: integerParameter,
    sort: z.enum(userSorts).optional(),
    p: pageParameter,
    page_size: integerParameter,
  }),
  data: pageSchema(UserRecord),
})

export const getUser = endpoint({
  method: 'GET',
  path: '/api/user/{id}',
  summary: 'One user of a lower role, also a closed account',
  access: 'admin',
  params: byId,
  data: UserRecord,
})

export const addUser = endpoint({
  method: 'POST',
  path: '/api/user/',
  summary: 'Add an ordinary user',
  access: 'admin',
  scope: 'users',
  audit: 'user.create',
  body: UserDraft,
  data: UserRecord,
})

export const updateUser = endpoint({
  method: 'PUT',
  path: '/api/user/',
  summary: 'Change the given fields of a user of a lower role; the balance is changed by an entry in the ledger',
  access: 'admin',
  scope: 'users',
  audit: 'user.update',
  confirms: 'user_access',
  confirmsWhen: 'a new password is set',
  body: UserChange,
  data: UserRecord,
})

export const manageUser = endpoint({
  method: 'POST',
  path: '/api/user/manage',
  summary: 'Promote, demote, disable, enable or delete a user of a lower role',
  access: 'admin',
  scope: 'users',
  audit: 'user.manage',
  confirms: 'user_access',
  confirmsWhen: 'the user is promoted',
  // The action is checked with the words for it, so that an unknown one is refused and not taken for a missing field.
  body: z.object({ id: pathId, action: z.string().max(40) }),
  data: Standing,
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/user/{id}',
  summary: 'Close the account of a user of a lower role; its records stay',
  access: 'admin',
  scope: 'users',
  audit: 'user.delete',
  params: byId,
  data: z.null(),
})

export const listUserGroups = endpoint({
  method: 'GET',
  path: '/api/user/groups',
  summary: 'Groups that a visitor may see, with their ratios',
  access: 'public',
  data: z.record(z.string(), GroupChoice),
})
