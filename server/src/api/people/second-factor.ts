import * as declared from '@waystation/contract/api/people/second-factor'
import type { ConfirmService } from '../../domain/factor/confirm-service.ts'
import type { FactorService } from '../../domain/factor/factor-service.ts'
import type { LoginChallenge } from '../../domain/factor/login-challenge.ts'
import type { HumanCheck } from '../../domain/human-check/human-check.ts'
import type { EnteredUser, LoginPlace } from '../../domain/session/login-place.ts'
import type { UserAdmin } from '../../domain/user/user-admin-service.ts'
import type { UserService } from '../../domain/user/user-service.ts'
import { type ApiCall, type Route, route } from '../http/route.ts'

export interface SecondFactorRouteParts {
  readonly loginChallenge: LoginChallenge
  readonly confirmations: ConfirmService
  readonly factors: FactorService
  readonly humanCheck: HumanCheck
  readonly users: UserService
  readonly userAdmin: UserAdmin
}

export const secondFactorRoutes = (parts: SecondFactorRouteParts): Route[] => [
  ...loginRoutes(parts),
  ...confirmRoutes(parts),
  ...totpRoutes(parts),
  ...passkeyRoutes(parts),
  ...adminRoutes(parts),
]

type LoginCall = Omit<ApiCall<typeof declared.finishLogin>, 'body'>

const loginRoutes = ({ loginChallenge, humanCheck, users }: SecondFactorRouteParts): Route[] => {
  const enter = async (entered: EnteredUser, { audit, setSession, setDevice }: LoginCall) => {
    audit({ actor: { id: entered.userId, name: entered.username } })
    setSession(entered.sessionId)
    setDevice(entered.device)
    return users.get(entered.userId)
  }
  return [
    route(declared.finishLogin, async (call) => {
      const { body, ip, browser, audit } = call
      const agent = call.agent.slice(0, 255)
      audit({ after: { agent } })
      const entered = await loginChallenge.finish(body.code, browser, placeOf(call), ({ username, factor }) =>
        audit({ target: username, after: { agent, factor: factor ?? 'code' } }),
      )
      await humanCheck.end({ ip, sessionId: browser })
      return enter(entered, call)
    }),
    route(declared.startPasskeyLogin, (call) => loginChallenge.startPasskey(placeOf(call))),
    route(declared.passkeyLogin, async (call) => {
      call.audit({ after: { agent: call.agent.slice(0, 255), factor: 'passkey' } })
      const entered = await loginChallenge.enterByPasskey(call.body.passkey, call.browser, placeOf(call))
      call.audit({ target: entered.username })
      return enter(entered, call)
    }),
  ]
}

function placeOf({ ip, agent, sessionId, device, keepBrowser }: LoginCall): LoginPlace {
  return { ip, agent, formerId: sessionId, device, keepBrowser }
}

const confirmRoutes = ({ confirmations }: SecondFactorRouteParts): Route[] => [
  route(declared.startConfirm, ({ caller, body, sessionId, ip }) => confirmations.ways(body.purpose, { id: caller.id, sessionId, ip })),
  route(declared.confirm, async ({ caller, body, sessionId, ip, device, audit }) => {
    const { purpose, ...proof } = body
    const by = await confirmations.confirm(purpose, proof, { id: caller.id, sessionId, ip, device })
    audit({ target: String(caller.id), after: { purpose, by } })
    return null
  }),
]

const totpRoutes = ({ factors }: SecondFactorRouteParts): Route[] => {
  return [
    route(declared.getFactors, ({ caller }) => factors.get(caller.id)),
    route(declared.startTotp, async (call) => {
      return factors.startTotp(call.caller)
    }),
    route(declared.enableTotp, async (call) => {
      call.audit({ target: String(call.caller.id), after: { totp: true } })
      return factors.enableTotp(call.caller, call.body.code, call)
    }),
    route(declared.disableTotp, async (call) => {
      call.audit({ target: String(call.caller.id), after: { totp: false } })
      await factors.disableTotp(call.caller)
      return null
    }),
    route(declared.createRecoveryCodes, async (call) => {
      call.audit({ target: String(call.caller.id) })
      return factors.newRecoveryCodes(call.caller)
    }),
  ]
}

const passkeyRoutes = ({ factors }: SecondFactorRouteParts): Route[] => {
  return [
    route(declared.startPasskey, async (call) => {
      return factors.startPasskey(call.caller, call.sessionId)
    }),
    route(declared.createPasskey, async (call) => {
      call.audit({ target: String(call.caller.id), after: { name: call.body.name } })
      return factors.addPasskey(call.caller, call.sessionId, call.body)
    }),
    route(declared.renamePasskey, ({ caller, params, body }) => factors.renamePasskey(caller, params.passkey, body.name)),
    route(declared.deletePasskey, async (call) => {
      const name = await factors.removePasskey(call.caller, call.params.passkey)
      call.audit({ target: String(call.caller.id), before: { name } })
      return null
    }),
  ]
}

const adminRoutes = ({ factors, userAdmin }: SecondFactorRouteParts): Route[] => [
  route(declared.resetFactors, async ({ caller, params, requestId, audit }) => {
    const { username } = await userAdmin.resetFactors(caller, params.id, { requestId })
    audit({ target: String(params.id), after: { username } })
    await factors.tellReset(params.id)
    return null
  }),
]
