import { z } from 'zod'
import { endpoint } from '../channels/endpoint.ts'
import { byErrorKind, SeenErrors, ServerErrorPage } from '../site/server-error.ts'
import { integerParameter, pageParameter } from '../values/page.ts'

export const listServerErrors = endpoint({
  method: 'GET',
  path: '/api/server-error/',
  summary: 'Unexpected errors of the server by kind, what came up last first; at most 500 kinds are kept',
  access: 'root',
  query: z.object({ p: pageParameter, page_size: integerParameter }),
  data: ServerErrorPage,
})

export const seeServerErrors = endpoint({
  method: 'POST',
  path: '/api/server-error/seen',
  summary: 'Mark unexpected errors of the server as seen: one kind, or all that did not come up again since',
  access: 'root',
  scope: 'settings',
  audit: 'server-error.seen',
  body: SeenErrors,
  data: z.null(),
})

export const removeServerError = endpoint({
  method: 'DELETE',
  path: '/api/server-error/{kind}',
  summary: 'Remove a kind of unexpected errors from the list; it comes back if it comes up again',
  access: 'root',
  scope: 'settings',
  audit: 'server-error.delete',
  params: byErrorKind,
  data: z.null(),
})
