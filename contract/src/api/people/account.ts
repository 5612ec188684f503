// What users do with their own account.

import { z } from 'zod'
import { endpoint } from '../../channels/endpoint.ts'
import { AccessTokenChange } from '../../people/access-token.ts'
import { typedName, typedText } from '../../people/typed-login.ts'
import { Self, SelfChange, SessionEntry, UserSettingDraft } from '../../people/user.ts'
import { flagParameter } from '../../values/page.ts'
import { nameText } from '../../values/pasted.ts'

export const updateSelf = endpoint({
  method: 'PUT',
  path: '/api/user/self',
  summary: "Change the caller's name, display name or password; a new password needs the old one and ends all other sessions",
  access: 'user',
  owner: 'own',
  audit: 'account.update',
  confirms: 'ways_in',
  confirmsWhen: 'a new password comes without the old one',
  body: SelfChange,
  data: Self,
})

export const ownData = endpoint({
  method: 'GET',
  path: '/api/user/self/data',
  summary: 'Everything that is kept about the caller, as a file: account, tokens without their keys, orders, messages, entries, calls',
  access: 'user',
  owner: 'own',
  rate: 'user',
  audit: 'account.data',
  writes: false,
  data: z.string(),
  file: 'application/json',
})

export const deleteSelf = endpoint({
  method: 'DELETE',
  path: '/api/user/self',
  summary:
    "Close the caller's account: by the typed username and, where there is one, the password, or by a confirmation of just now alone",
  access: 'user',
  owner: 'own',
  audit: 'account.delete',
  confirms: 'close_account',
  confirmsWhen: 'the password does not come with the call',
  query: z.object({ username: nameText().default('') }),
  body: z.object({ username: typedName, password: typedText }),
  data: z.null(),
})

export const updateSetting = endpoint({
  method: 'PUT',
  path: '/api/user/setting',
  summary: "Change the caller's settings; fields that are left out stay as they are",
  access: 'user',
  owner: 'own',
  audit: 'account.setting',
  body: UserSettingDraft,
  data: Self,
})

// A state-changing GET of the family: the user-id header is demanded, which a page of another site cannot send (control 8).
export const resetAccessToken = endpoint({
  method: 'GET',
  path: '/api/user/token',
  summary:
    'Make a new system access token, shown once. It has the scopes and the end of the one before, which ends; the first may read and use, for a year',
  access: 'user',
  owner: 'own',
  audit: 'access-token.create',
  writes: true,
  data: z.string(),
})

export const createAccessToken = endpoint({
  method: 'POST',
  path: '/api/user/token',
  summary:
    'Make a new system access token, shown once. It has the scopes and the end of the one before, which ends; the first may read and use, for a year',
  access: 'user',
  owner: 'own',
  audit: 'access-token.create',
  data: z.string(),
})

export const updateAccessToken = endpoint({
  method: 'PUT',
  path: '/api/user/token',
  summary: 'Change what the system access token may do, and when it ends',
  access: 'user',
  owner: 'own',
  audit: 'access-token.update',
  confirms: 'ways_in',
  body: AccessTokenChange,
  data: Self,
})

export const deleteAccessToken = endpoint({
  method: 'DELETE',
  path: '/api/user/token',
  summary: 'End the system access token',
  access: 'user',
  owner: 'own',
  audit: 'access-token.delete',
  data: z.null(),
})

export const getInviteCode = endpoint({
  method: 'GET',
  path: '/api/user/aff',
  summary: "The caller's invite code",
  access: 'user',
  owner: 'own',
  data: z.string(),
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/user/sessions',
  summary: 'Where the caller is logged in, last used first',
  access: 'user',
  owner: 'own',
  data: z.array(SessionEntry),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/user/sessions/{session}',
  summary: "End one of the caller's sessions",
  access: 'user',
  owner: 'own',
  audit: 'session.end',
  params: z.object({ session: z.string().regex(/^[0-9a-f]{1,64}$/) }),
  data: z.null(),
})

export const endSessions = endpoint({
  method: 'DELETE',
  path: '/api/user/sessions',
  summary: "End the caller's other sessions, or with `all` this one too; how many ended",
  access: 'user',
  owner: 'own',
  audit: 'session.end-all',
  query: z.object({ all: flagParameter }),
  data: z.number().int(),
})
