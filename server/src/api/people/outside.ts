import { discoverOidc, getUpdate } from '@waystation/contract/api/people/outside'
import type { ReadDocument } from '../../domain/outside/json-document.ts'
import { discoverOidcEndpoints } from '../../domain/outside/oidc-discovery.ts'
import type { UpdateCheck } from '../../domain/outside/update-check.ts'
import { type Route, route } from '../http/route.ts'

export interface OutsideRouteParts {
  readonly checkUpdate: () => Promise<UpdateCheck>
  readonly readDocument: ReadDocument
}

/** What the server reads from other sites for the super admin. */
export const outsideRoutes = ({ checkUpdate, readDocument }: OutsideRouteParts): Route[] => [
  route(getUpdate, checkUpdate),
  route(discoverOidc, ({ body }) => discoverOidcEndpoints(readDocument, body.url.trim())),
]
