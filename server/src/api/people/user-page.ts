import * as declared from '@waystation/contract/api/people/user-page'
import type { TimelineService } from '../../domain/timeline/timeline-service.ts'
import type { Belongings } from '../../domain/user/belongings/belongings.ts'
import type { OwnData } from '../../domain/user/own-data/own-data.ts'
import { paged } from '../http/paged.ts'
import { asFile, type Route, route } from '../http/route.ts'

export interface UserPageParts {
  readonly timelines: TimelineService
  readonly belongings: Belongings
  readonly ownData: OwnData
}

export const userPageRoutes = ({ timelines, belongings, ownData }: UserPageParts): Route[] => [
  route(declared.getUserTimeline, ({ caller, params, query }) => timelines.read(caller, params.id, query)),
  route(declared.listUserTokens, ({ caller, params, query }) => paged(query, (page) => belongings.tokens(caller, params.id, page))),
  route(declared.listUserSessions, ({ caller, params, sessionId }) => belongings.sessions(caller, params.id, sessionId)),
  route(declared.endUserSession, async ({ caller, params, audit }) => {
    audit({ target: String(params.id), after: await belongings.endSession(caller, params.id, params.session) })
    return null
  }),
  route(declared.endUserSessions, async ({ caller, params, audit }) => {
    const { username, ended } = await belongings.endSessions(caller, params.id)
    audit({ target: String(params.id), after: { username, ended } })
    return ended
  }),
  route(declared.userData, async ({ caller, params, audit }) => {
    audit({ target: String(params.id) })
    return dataFile(await ownData.fileOf(caller, params.id))
  }),
]

/** @param parts of JSON */
export const dataFile = (parts: AsyncIterable<string>) =>
  asFile({ name: `waystation-data-${new Date().toISOString().slice(0, 10)}.json`, type: 'application/json', parts })
