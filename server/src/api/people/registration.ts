import { bindEmail, register, resetPassword, sendResetLink, sendVerificationCode } from '@waystation/contract/api/people/registration'
import type { HumanCheck } from '../../domain/human-check/human-check.ts'
import type { RegistrationService } from '../../domain/user/registration/registration-service.ts'
import { type Route, route } from '../http/route.ts'

export interface RegistrationRouteParts {
  readonly registrations: RegistrationService
  readonly humanCheck: HumanCheck
}

export const registrationRoutes = ({ registrations, humanCheck }: RegistrationRouteParts): Route[] => [
  route(register, async ({ body, query, ip, keepBrowser, language, audit }) => {
    const checked = { token: query.turnstile, ip, sessionId: humanCheck.isOn() ? keepBrowser() : '' }
    const { username, password, password2, email, verification_code, aff_code } = body
    const given = { username, password, repeated: password2, email, code: verification_code, inviteCode: aff_code }
    const user = await humanCheck.spend(checked, () => registrations.register(given, { language, ip }))
    audit({ actor: { id: user.id, name: user.username }, target: String(user.id), after: { username: user.username } })
    return null
  }),
  route(sendVerificationCode, async ({ query, caller, ip, sessionId, keepBrowser, language }) => {
    const browser = () => (humanCheck.isOn() ? keepBrowser() : '')
    const checked = { token: query.turnstile, ip, sessionId: caller ? sessionId : browser() }
    const send = () =>
      query.purpose === 'notices' && caller
        ? registrations.sendNoticeCode(query.email, caller.id, language)
        : registrations.sendVerificationCode(query.email, caller?.id, language)
    await humanCheck.spend(checked, send)
    return null
  }),
  route(sendResetLink, async ({ query, ip, keepBrowser, language }) => {
    const checked = { token: query.turnstile, ip, sessionId: humanCheck.isOn() ? keepBrowser() : '' }
    await humanCheck.spend(checked, () => registrations.sendResetLink(query.email, language))
    return null
  }),
  route(resetPassword, async ({ body, audit }) => {
    const user = await registrations.resetPassword(body.email, body.token)
    audit({ actor: { id: user.id, name: user.username }, target: String(user.id), after: { username: user.username } })
    return user.password
  }),
  route(bindEmail, async ({ query, caller, language, audit }) => {
    const { before, after } = await registrations.bindEmail(caller.id, query.email, query.code, language)
    audit({ target: String(caller.id), before: { email: before }, after: { email: after } })
    return null
  }),
]
