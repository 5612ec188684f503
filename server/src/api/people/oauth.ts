import * as declared from '@waystation/contract/api/people/oauth'
import type { IdentityProviderName } from '@waystation/contract/people/sign-in'
import type { OutsideSignIn, SignInPlace, SiteCallback } from '../../domain/identity/outside-sign-in.ts'
import type { EnteredUser } from '../../domain/session/login-place.ts'
import type { UserService } from '../../domain/user/user-service.ts'
import { type ApiCall, type Route, redirectTo, route, withMessage } from '../http/route.ts'

export interface OAuthRouteParts {
  readonly signIns: OutsideSignIn
  readonly users: UserService
}

type PublicCall = Omit<ApiCall<typeof declared.gitHubCallback>, 'query'>

/** What clients of this family look for after a link. */
const BOUND = { zh: 'bind', en: 'bind' } as const

export const oauthRoutes = ({ signIns, users }: OAuthRouteParts): Route[] => {
  const enter = async (entered: EnteredUser, { setSession, setDevice, audit }: PublicCall) => {
    audit({ actor: { id: entered.userId, name: entered.username } })
    setSession(entered.sessionId)
    setDevice(entered.device)
    return users.get(entered.userId)
  }
  const noteLogin = ({ audit, agent }: PublicCall, provider: IdentityProviderName) =>
    audit({ target: provider, after: { provider, agent: agent.slice(0, 255) } })

  const callback = async (provider: 'github' | 'oidc' | 'linuxdo', call: PublicCall & { query: SiteCallback }) => {
    noteLogin(call, provider)
    const entered = await signIns.callback(provider, call.query, placeOf(call))
    if (entered) return enter(entered, call)
    call.audit({ action: 'identity.bind', after: { provider } })
    return withMessage(null, BOUND)
  }

  return [
    route(declared.getSignInState, ({ query, caller, sessionId, ip, keepBrowser }) =>
      signIns.state(query, { caller, sessionId, ip, browserId: keepBrowser() }),
    ),
    route(declared.startSignIn, ({ params, query, caller, sessionId, ip, keepBrowser }) =>
      signIns.start(params.provider, query, { caller, sessionId, ip, browserId: keepBrowser() }),
    ),
    route(declared.gitHubCallback, (call) => callback('github', call)),
    route(declared.oidcCallback, (call) => callback('oidc', call)),
    route(declared.linuxDoCallback, (call) => callback('linuxdo', call)),
    route(declared.weChatLogin, async (call) => {
      noteLogin(call, 'wechat')
      return enter(await signIns.weChatLogin(call.query, placeOf(call)), call)
    }),
    route(declared.weChatBind, async (call) => {
      call.audit({ target: 'wechat', after: { provider: 'wechat' } })
      await signIns.weChatBind(call.query.code, call.caller, placeOf(call))
      return withMessage(null, BOUND)
    }),
    route(declared.telegramLogin, async (call) => {
      noteLogin(call, 'telegram')
      return enter(await signIns.telegramLogin(call.query, placeOf(call)), call)
    }),
    route(declared.telegramBind, async (call) => {
      call.audit({ target: 'telegram', after: { provider: 'telegram' } })
      const { state, ...fields } = call.query
      await signIns.telegramBind(fields, state, placeOf(call))
      return redirectTo(declared.telegramBind.page)
    }),
    route(declared.unbindIdentity, async ({ caller, params, audit }) => {
      audit({ target: params.provider, after: { provider: params.provider } })
      await signIns.unbind(caller, params.provider)
      return null
    }),
  ]
}

function placeOf({ caller, ip, agent, sessionId, device, browser, keepBrowser, language }: PublicCall): SignInPlace {
  return { caller, ip, agent, formerId: sessionId, sessionId, device, browserId: browser, keepBrowser, language }
}
