import { getSelf, getSelfGroups, getUserModels, login, logout, setSelfLanguage } from '@waystation/contract/api/people/session'
import type { HumanCheck } from '../../domain/human-check/human-check.ts'
import type { LoginService } from '../../domain/session/login-service.ts'
import type { SessionService } from '../../domain/session/session-service.ts'
import type { UserService } from '../../domain/user/user-service.ts'
import type { CatalogSource } from '../channels/catalog.ts'
import { type Route, route } from '../http/route.ts'

export interface SessionRouteParts {
  readonly logins: LoginService
  readonly sessions: SessionService
  readonly humanCheck: HumanCheck
  readonly users: UserService
  readonly catalog: CatalogSource
}

export const sessionRoutes = ({ logins, sessions, users, catalog, humanCheck }: SessionRouteParts): Route[] => [
  route(login, async ({ body, query, ip, agent, sessionId, device, keepBrowser, setSession, setDevice, audit }) => {
    audit({ target: body.username, after: { agent: agent.slice(0, 255) } })
    const checked = { token: query.turnstile, ip, sessionId: humanCheck.isOn() ? keepBrowser() : '' }
    await humanCheck.confirm(checked)
    const from = { ip, agent, formerId: sessionId, device, keepBrowser, isChecked: humanCheck.isOn() }
    const entered = await logins.login({ name: body.username, password: body.password }, from)
    audit({ actor: { id: entered.userId, name: entered.username } })
    setSession(entered.sessionId)
    setDevice(entered.device)
    await humanCheck.end(checked)
    return users.get(entered.userId)
  }),
  route(logout, async ({ sessionId, setSession }) => {
    await sessions.end(sessionId)
    setSession(null)
    return null
  }),
  route(getSelf, ({ caller }) => users.get(caller.id)),
  route(setSelfLanguage, async ({ caller, body }) => {
    await users.setLanguage(caller.id, body.language)
    return null
  }),
  route(getSelfGroups, ({ caller }) => users.groups(caller.group)),
  route(getUserModels, async ({ caller }) => {
    await catalog.upToDate()
    const { accept_unset_model_ratio_model } = await users.settings(caller.id)
    return catalog.current().view.modelsOf(Object.keys(users.groups(caller.group)), accept_unset_model_ratio_model)
  }),
]
