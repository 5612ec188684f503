// Logins and links through other sites, from the first click to the session: which site is open, what the browser must bring back, and what
// becomes of whom the site names.
import { AppError, type Language } from '@waystation/contract/errors'
import { demoSiteEnabled } from '@waystation/contract/options/operation'
import type { Option } from '@waystation/contract/options/option'
import { serverAddress } from '@waystation/contract/options/payment'
import { optionByKey } from '@waystation/contract/options/registry'
import { openProviders } from '@waystation/contract/options/rules-between'
import { telegramBotToken } from '@waystation/contract/options/sign-in-sites'
import { type CodeProviderName, type IdentityProviderName, providerTitles } from '@waystation/contract/people/sign-in'
import { isRoot } from '@waystation/contract/site/status-table'
import type { Database } from '../../db/database.ts'
import { sha256 } from '../../lib/secret.ts'
import type { CodeSite, Person, WeChatServer } from '../ports.ts'
import type { Caller } from '../session/caller.ts'
import type { EnteredUser, LoginPlace } from '../session/login-place.ts'
import type { StepUp } from '../session/step-up.ts'
import { weChatRules } from '../throttle/rules.ts'
import type { Throttle } from '../throttle/throttle.ts'
import type { IdentityService } from './identity-service.ts'
import { purgeSignIns, spendProof } from './sign-in-state-store.ts'
import type { Beginner, SignInStates } from './sign-in-states.ts'
import { readTelegramLogin, type TelegramFields } from './telegram.ts'

/** How long a WeChat code is good for at its server. */
const WECHAT_CODE_SECONDS = 180
/** Shorter ones could be guessed. */
const WECHAT_CODE = /^[A-Za-z0-9]{6,64}$/

/** Who asks to be sent to a site. */
export interface Asking extends Beginner {
  readonly ip: string
}

export interface SignInPlace extends LoginPlace, Beginner {
  readonly language: Language
}

/** Undefined: the account was linked to the user who is logged in. */
export type SignInOutcome = EnteredUser | undefined

export interface SiteCallback {
  readonly code: string
  readonly state: string
  readonly iss?: string | undefined
  readonly error?: string | undefined
}

type Mode = 'login' | 'bind' | undefined

export interface OutsideSignIn {
  /** @throws AppError not_logged_in, demo_site, and those of `StepUp.demand`, for a link */
  state(wish: { aff: string; provider?: IdentityProviderName | undefined; mode?: Mode }, by: Asking): Promise<string>
  /** @throws AppError sign_in_disabled, server_address_required, and those of `state` and of the site */
  start(provider: CodeProviderName, wish: { aff: string; mode?: Mode }, by: Asking): Promise<{ url: string; state: string }>
  /** @throws AppError sign_in_state, sign_in_disabled, sign_in_denied, and those of the site and of `IdentityService` */
  callback(provider: CodeProviderName, callback: SiteCallback, from: SignInPlace): Promise<SignInOutcome>
  /** @throws AppError sign_in_code, login_throttled, sign_in_disabled, and those of the server and of `IdentityService` */
  weChatLogin(given: { code: string; aff: string }, from: SignInPlace): Promise<EnteredUser>
  weChatBind(code: string, caller: Caller, from: SignInPlace): Promise<void>
  /** @throws AppError sign_in_failed, sign_in_repeated, sign_in_disabled, and those of `IdentityService` */
  telegramLogin(fields: TelegramFields, from: SignInPlace): Promise<EnteredUser>
  telegramBind(fields: TelegramFields, state: string, from: SignInPlace): Promise<void>
  unbind(caller: Caller, provider: IdentityProviderName): Promise<void>
  /** A chore: forgets states and proofs that have expired. */
  purge(): Promise<number>
}

export interface OutsideSignInParts {
  readonly database: Database
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly states: SignInStates
  readonly identities: IdentityService
  readonly codeSites: Readonly<Record<CodeProviderName, CodeSite>>
  readonly weChat: WeChatServer
  readonly stepUp: Pick<StepUp, 'demand'>
  readonly throttle: Pick<Throttle, 'take'>
  /** Unix milliseconds. */
  readonly now: () => number
}

export function outsideSignIn(parts: OutsideSignInParts): OutsideSignIn {
  return new SignIns(parts)
}

class SignIns implements OutsideSignIn {
  readonly #parts: OutsideSignInParts

  constructor(parts: OutsideSignInParts) {
    this.#parts = parts
  }

  async state({ aff, provider, mode }: { aff: string; provider?: IdentityProviderName | undefined; mode?: Mode }, by: Asking) {
    const purpose = await this.#purpose(mode, by)
    const opened = await this.#parts.states.open({ provider, purpose, inviteCode: aff, redirectUri: undefined }, by)
    return opened.state
  }

  async start(provider: CodeProviderName, { aff, mode }: { aff: string; mode?: Mode }, by: Asking) {
    const { options, states, codeSites } = this.#parts
    this.#assertOpen(provider)
    const address = options.get(serverAddress)
    if (address === '') throw new AppError('server_address_required')
    const redirectUri = `${address}/oauth/${provider}`
    const purpose = await this.#purpose(mode, by)
    const opened = await states.open({ provider, purpose, inviteCode: aff, redirectUri }, by)
    return { url: await codeSites[provider].address({ ...opened, redirectUri }), state: opened.state }
  }

  async callback(provider: CodeProviderName, { code, state, iss, error }: SiteCallback, from: SignInPlace): Promise<SignInOutcome> {
    const { states, codeSites, identities } = this.#parts
    const taken = await states.take(state, provider, from)
    this.#assertOpen(provider)
    if (error !== undefined || code === '') throw new AppError('sign_in_denied', { provider: providerTitles[provider] })
    const request = taken.sent && { state, ...taken.sent }
    const person = await codeSites[provider].identify({ code, state, issuer: iss, request })
    if (taken.purpose === 'login') return this.#enter(provider, person, { from, inviteCode: taken.inviteCode })
    await identities.bind(taken.userId, provider, person)
    return undefined
  }

  async weChatLogin({ code, aff }: { code: string; aff: string }, from: SignInPlace): Promise<EnteredUser> {
    const person = await this.#weChatPerson(code, from.ip)
    return this.#enter('wechat', person, { from, inviteCode: aff })
  }

  async weChatBind(code: string, caller: Caller, from: SignInPlace): Promise<void> {
    await this.#parts.identities.bind(caller.id, 'wechat', await this.#weChatPerson(code, from.ip))
  }

  async telegramLogin(fields: TelegramFields, from: SignInPlace): Promise<EnteredUser> {
    const person = await this.#telegramPerson(fields)
    return this.#parts.identities.enter({ provider: 'telegram', person, inviteCode: '', language: from.language, mayRegister: false }, from)
  }

  async telegramBind(fields: TelegramFields, state: string, from: SignInPlace): Promise<void> {
    const taken = await this.#parts.states.take(state, 'telegram', from)
    if (taken.purpose !== 'bind') throw new AppError('sign_in_state')
    await this.#parts.identities.bind(taken.userId, 'telegram', await this.#telegramPerson(fields))
  }

  unbind(caller: Caller, provider: IdentityProviderName): Promise<void> {
    return this.#parts.identities.unbind(caller.id, provider)
  }

  purge(): Promise<number> {
    return this.#parts.database.run(purgeSignIns, { now: this.#nowSeconds() })
  }

  #enter(provider: IdentityProviderName, person: Person, { from, inviteCode }: { from: SignInPlace; inviteCode: string }) {
    return this.#parts.identities.enter({ provider, person, inviteCode, language: from.language, mayRegister: true }, from)
  }

  /** Somebody who is logged in links, unless they ask for a login. */
  async #purpose(mode: Mode, { caller, sessionId, ip }: Asking): Promise<'login' | 'bind'> {
    const purpose = mode ?? (caller ? 'bind' : 'login')
    if (purpose === 'login') return purpose
    if (!caller) throw new AppError('not_logged_in')
    // The calls that other sites send a browser to are open to all, so a link in demo mode is refused here.
    if (this.#parts.options.get(demoSiteEnabled) && !isRoot(caller.role)) throw new AppError('demo_site')
    await this.#parts.stepUp.demand('ways_in', { id: caller.id, sessionId, ip })
    return purpose
  }

  /** @throws AppError sign_in_disabled */
  #assertOpen(provider: IdentityProviderName): void {
    const read = (key: string) => {
      const option = optionByKey(key)
      return option && this.#parts.options.get(option)
    }
    if (!openProviders(read).includes(provider)) throw new AppError('sign_in_disabled', { provider: providerTitles[provider] })
  }

  /** Codes are short, so tries are counted; one that was accepted is worth nothing again. */
  async #weChatPerson(code: string, ip: string): Promise<Person> {
    const { throttle, weChat, database } = this.#parts
    this.#assertOpen('wechat')
    const typed = code.trim()
    if (!WECHAT_CODE.test(typed)) throw new AppError('sign_in_code', {}, { fields: { code: 'sign_in_code' } })
    const attempt = await throttle.take(weChatRules(ip))
    if ('retrySeconds' in attempt) throw new AppError('login_throttled', { seconds: attempt.retrySeconds })
    const person = await weChat.identify(typed)
    const expiresAt = this.#nowSeconds() + WECHAT_CODE_SECONDS
    await database.run(spendProof, { proofHash: sha256(JSON.stringify(['wechat', typed])), expiresAt })
    await attempt.succeeded()
    return person
  }

  async #telegramPerson(fields: TelegramFields): Promise<Person> {
    const { options, database } = this.#parts
    this.#assertOpen('telegram')
    const { id, hash, expiresAt } = readTelegramLogin(fields, options.get(telegramBotToken), this.#nowSeconds())
    await database.run(spendProof, { proofHash: sha256(JSON.stringify(['telegram', hash])), expiresAt })
    return { issuer: '', subject: id, name: '', displayName: '' }
  }

  #nowSeconds(): number {
    return Math.floor(this.#parts.now() / 1000)
  }
}
