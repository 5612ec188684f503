import {
  createAccessToken,
  deleteAccessToken,
  deleteSelf,
  endSession,
  endSessions,
  getInviteCode,
  listSessions,
  ownData as ownDataEndpoint,
  resetAccessToken,
  updateAccessToken,
  updateSelf,
  updateSetting,
} from '@waystation/contract/api/people/account'
import type { RewardService } from '../../domain/reward/reward-service.ts'
import type { SessionService } from '../../domain/session/session-service.ts'
import type { AccountService } from '../../domain/user/accounts/account-service.ts'
import type { OwnData } from '../../domain/user/own-data/own-data.ts'
import type { UserService } from '../../domain/user/user-service.ts'
import { type Route, route } from '../http/route.ts'
import { dataFile } from './user-page.ts'

export interface AccountRouteParts {
  readonly accounts: AccountService
  readonly sessions: SessionService
  readonly users: UserService
  readonly rewards: RewardService
  readonly ownData: OwnData
}

export const accountRoutes = ({ accounts, sessions, users, rewards, ownData }: AccountRouteParts): Route[] => [
  route(ownDataEndpoint, ({ caller, audit }) => {
    audit({ target: String(caller.id) })
    return dataFile(ownData.file(caller.id))
  }),
  route(updateSelf, async ({ caller, body, ip, agent, sessionId, setSession, audit }) => {
    const { before, after, authEpoch } = await accounts.change(caller, body, { sessionId, ip })
    audit({ target: String(caller.id), before, after })
    // A new password ended all sessions; the browser that set it gets a new one.
    if (body.password && sessionId !== '') {
      setSession(await sessions.open({ id: caller.id, authEpoch }, { ip, agent, formerId: sessionId }))
    }
    return users.get(caller.id)
  }),
  route(deleteSelf, async ({ caller, query, body, ip, sessionId, setSession, audit }) => {
    const username = body.username || query.username
    audit({ target: String(caller.id), before: { username: caller.username } })
    await accounts.close(caller, { username, password: body.password }, { sessionId, ip })
    setSession(null)
    return null
  }),
  route(updateSetting, async ({ caller, body, audit }) => {
    const { before, after } = await accounts.set(caller, body)
    audit({ target: String(caller.id), before, after })
    return users.get(caller.id)
  }),
  route(resetAccessToken, ({ caller, audit }) => {
    audit({ target: String(caller.id) })
    return accounts.newAccessToken(caller)
  }),
  route(createAccessToken, ({ caller, audit }) => {
    audit({ target: String(caller.id) })
    return accounts.newAccessToken(caller)
  }),
  route(updateAccessToken, async ({ caller, body, audit }) => {
    const { before, after } = await accounts.changeAccessToken(caller, body)
    audit({ target: String(caller.id), before, after })
    return users.get(caller.id)
  }),
  route(deleteAccessToken, async ({ caller, audit }) => {
    audit({ target: String(caller.id) })
    await accounts.endAccessToken(caller)
    return null
  }),
  route(getInviteCode, ({ caller }) => rewards.inviteCode(caller)),
  route(listSessions, ({ caller, sessionId }) => sessions.list(caller.id, sessionId)),
  route(endSession, async ({ caller, params, sessionId, setSession }) => {
    const { wasCurrent } = await sessions.endOne(caller.id, params.session, sessionId)
    if (wasCurrent) setSession(null)
    return null
  }),
  route(endSessions, async ({ caller, query, sessionId, setSession, audit }) => {
    const ended = await sessions.endAll(caller.id, query.all ? '' : sessionId)
    audit({ target: String(caller.id), after: { ended } })
    if (query.all) setSession(null)
    return ended
  }),
]
