import { getSetup, getStatus, postSetup } from '@waystation/contract/api/setup'
import type { PublicStatus } from '../../domain/setup/public-status.ts'
import type { SetupService } from '../../domain/setup/setup-service.ts'
import { type Route, route } from '../http/route.ts'

export const setupRoutes = ({ setup, status }: { setup: SetupService; status: () => PublicStatus }): Route[] => [
  route(getSetup, () => setup.status()),
  route(postSetup, async ({ body, audit }) => {
    const id = await setup.setUp(body)
    audit({ actor: { id, name: body.username }, target: String(id), after: { username: body.username } })
    return null
  }),
  route(getStatus, () => status()),
]
