// One user as admins look at them: what happened to the account, and what belongs to it.
import { z } from 'zod'
import { endpoint } from '../../channels/endpoint.ts'
import { OwnedToken, Timeline, timelineKinds } from '../../people/timeline.ts'
import { SessionEntry } from '../../people/user.ts'
import { byId } from '../../values/id.ts'
import { integerParameter, pageParameter, pageSchema } from '../../values/page.ts'
import { exactText } from '../../values/pasted.ts'

export const getUserTimeline = endpoint({
  method: 'GET',
  path: '/api/user/{id}/timeline',
  summary:
    'What happened to an account, newest first, calls left out: for admins, of users of a lower role. ' +
    'What equals and superiors of the admin did is left out as in the audit log. `cursor`: the `next` of the page before',
  access: 'admin',
  params: byId,
  query: z.object({ kind: z.enum(timelineKinds).optional(), cursor: exactText().max(2000).default(''), limit: integerParameter }),
  data: Timeline,
})

export const listUserTokens = endpoint({
  method: 'GET',
  path: '/api/user/{id}/tokens',
  summary: 'The tokens of a user of a lower role, newest first, without their keys',
  access: 'admin',
  params: byId,
  query: z.object({ p: pageParameter, page_size: integerParameter }),
  data: pageSchema(OwnedToken),
})

export const listUserSessions = endpoint({
  method: 'GET',
  path: '/api/user/{id}/sessions',
  summary: 'Where a user of a lower role is logged in, last used first',
  access: 'admin',
  params: byId,
  data: z.array(SessionEntry),
})

export const endUserSession = endpoint({
  method: 'DELETE',
  path: '/api/user/{id}/sessions/{session}',
  summary: 'End one session of a user of a lower role',
  access: 'admin',
  scope: 'users',
  audit: 'user.end-session',
  params: byId.extend({ session: z.string().regex(/^[0-9a-f]{1,64}$/) }),
  data: z.null(),
})

export const endUserSessions = endpoint({
  method: 'DELETE',
  path: '/api/user/{id}/sessions',
  summary: 'End all sessions of a user of a lower role; how many ended',
  access: 'admin',
  scope: 'users',
  audit: 'user.end-sessions',
  params: byId,
  data: z.number().int(),
})

export const userData = endpoint({
  method: 'GET',
  path: '/api/user/{id}/data',
  summary: 'Everything that is kept about a user of a lower role, as a file',
  access: 'admin',
  rate: 'user',
  audit: 'user.data',
  writes: false,
  params: byId,
  data: z.string(),
  file: 'application/json',
})
