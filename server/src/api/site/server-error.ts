import { listServerErrors, removeServerError, seeServerErrors } from '@waystation/contract/api/server-error'
import type { ServerErrors } from '../../domain/server-error/server-errors.ts'
import { paged } from '../http/paged.ts'
import { type Route, route } from '../http/route.ts'

export interface ServerErrorRouteParts {
  readonly serverErrors: ServerErrors
}

export const serverErrorRoutes = ({ serverErrors }: ServerErrorRouteParts): Route[] => [
  route(listServerErrors, ({ query }) => paged(query, (page) => serverErrors.list(page))),
  route(seeServerErrors, async ({ body, audit }) => {
    audit({ target: body.id ?? '', after: { kinds: await serverErrors.see(body) } })
    return null
  }),
  route(removeServerError, async ({ params, audit }) => {
    const { place, name, code, times } = await serverErrors.remove(params.kind)
    audit({ target: params.kind, before: { place, name, code, times } })
    return null
  }),
]
