// Registering, mailed codes, forgotten passwords. Whoever asks for a mail learns nothing about whose address it is: the answer is the same,
// and so is the work done for it (control 4). Source: specification §5 and §7, server-behaviour 5.2 and 5.3.
import { AppError, type Language } from '@waystation/contract/errors'
import { emailVerificationEnabled, passwordRegisterEnabled } from '@waystation/contract/options/login'
import type { Option } from '@waystation/contract/options/option'
import { loginKey, normalUsername, usernameFault } from '@waystation/contract/people/user-name'
import type { Database } from '../../../db/database.ts'
import { newRequestId } from '../../../lib/request-id.ts'
import { randomText, type Secrets } from '../../../lib/secret.ts'
import type { Invalidation } from '../../../lib/shared/invalidation.ts'
import type { Redemption } from '../../code/one-time-code-store.ts'
import type { CodeKind, OneTimeCodes } from '../../code/one-time-codes.ts'
import type { MailMatter } from '../../mail/mail-words.ts'
import type { WayNotices } from '../../notice/way-notices.ts'
import type { Outgoing } from '../../outbox/outgoing.ts'
import { mailRules } from '../../throttle/rules.ts'
import type { Throttle } from '../../throttle/throttle.ts'
import { accountDraft } from '../accounts/account-drafts.ts'
import type { Passwords } from '../password.ts'
import { assertPassword } from '../password-rules.ts'
import { findUser } from '../user-store.ts'
import { assertAcceptedEmail, typedEmail } from './email-rules.ts'
import { bindCode, minutesOf, noticeCode, registerCode, resetCode } from './mailed-codes.ts'
import { assertOpenToNew } from './open-to-new.ts'
import { countedRegistration } from './registration-limit.ts'
import { bindEmail, findAddressOwner, mailCode, registerAccount, resetPassword } from './registration-store.ts'

export interface AccountParts {
  readonly database: Database
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly secrets: Secrets
  readonly passwords: Passwords
  readonly codes: OneTimeCodes
  readonly throttle: Throttle
  readonly outgoing: Pick<Outgoing, 'outbox' | 'mail'>
  readonly invalidation: Invalidation
  readonly notices: WayNotices
  readonly isSetUp: () => boolean
}

export interface Registration {
  readonly username: string
  readonly password: string
  readonly repeated: string
  readonly email: string
  readonly code: string
  readonly inviteCode: string
}

/** Letters and digits of a password that we make: 95 bits. */
const NEW_PASSWORD_LENGTH = 16
/** How long it is worth telling a former address that it was replaced. */
const NOTICE_LIFETIME_MS = 86_400_000

export class RegistrationService {
  readonly #parts: AccountParts

  constructor(parts: AccountParts) {
    this.#parts = parts
  }

  /**
   * Opens an account and answers with its user. Does not log in.
   * @throws AppError for what is turned off, invalid, in use, or a wrong code
   */
  async register(given: Registration, { language, ip }: { language: Language; ip: string }): Promise<{ id: number; username: string }> {
    const { options } = this.#parts
    this.#assertOpen()
    const username = normalUsername(given.username)
    const fault = usernameFault(username)
    if (fault) throw new AppError(fault, {}, { fields: { username: fault } })
    await assertPassword(given)
    const verified = options.get(emailVerificationEnabled) ? this.#typedCode(given) : undefined
    const id = await countedRegistration(this.#parts, ip, () => this.#open({ ...given, username }, verified, language))
    return { id, username }
  }

  async #open(given: Registration, verified: { email: string; code: Redemption } | undefined, language: Language): Promise<number> {
    const { database, options, passwords, secrets } = this.#parts
    const { username, inviteCode } = given
    const person = {
      ...{ username, displayName: username, inviteCode, language, cause: 'register' },
      email: verified?.email ?? '',
      passwordHash: await passwords.hash(given.password),
    }
    const draft = accountDraft({ options, secrets }, person)
    const id = await database.run(registerAccount, { draft, code: verified?.code })
    if (id === null) throw new AppError('code_wrong', {}, { fields: { verification_code: 'code_wrong' } })
    return id
  }

  /**
   * Mails a code: to register with, or for a logged-in user to bind the address.
   * @throws AppError for an address that is not accepted, register_disabled, mail_not_set_up, or code_too_soon
   */
  async sendVerificationCode(typed: string, userId: number | undefined, language: Language): Promise<void> {
    const { options, database, outgoing } = this.#parts
    if (userId === undefined) this.#assertOpen()
    const email = typedEmail(typed)
    assertAcceptedEmail(email, options)
    outgoing.mail.assertReady()
    const key = loginKey(email)
    const owner = await findAddressOwner(database, key)
    const kind = userId === undefined ? registerCode : bindCode(userId)
    const isFree = owner === undefined || Number(owner.id) === userId
    await this.#mailCode(kind, key, (code) => ({
      to: email,
      language,
      matter: isFree ? codeMatter(userId === undefined ? 'register-code' : 'bind-code', code, kind) : { kind: 'address-in-use' },
    }))
  }

  /**
   * Mails a code that proves that a user's notices may be sent to an address, which may be another account's as well.
   * @throws AppError for an invalid address, mail_not_set_up, or code_too_soon
   */
  async sendNoticeCode(typed: string, userId: number, language: Language): Promise<void> {
    const email = typedEmail(typed)
    this.#parts.outgoing.mail.assertReady()
    const kind = noticeCode(userId)
    await this.#mailCode(kind, loginKey(email), (code) => ({ to: email, language, matter: codeMatter('notice-code', code, kind) }))
  }

  /**
   * Mails a link to set a new password, if a user has this address. To the caller it looks the same if nobody has.
   * @throws AppError for an invalid address, mail_not_set_up, server_address_missing, or code_too_soon
   */
  async sendResetLink(typed: string, language: Language): Promise<void> {
    const { database, outgoing } = this.#parts
    const email = typedEmail(typed)
    outgoing.mail.assertReady()
    const key = loginKey(email)
    const owner = await findAddressOwner(database, key)
    const isKnown = owner !== undefined && owner.email_key === key && owner.deleted_at === null
    await this.#mailCode(resetCode, key, (token) => ({
      to: isKnown ? owner.email : email,
      language,
      isBlank: !isKnown,
      matter: {
        kind: 'reset-link',
        link: outgoing.mail.link('/user/reset', { email: isKnown ? owner.email : email, token }),
        minutes: minutesOf(resetCode),
      },
    }))
  }

  /**
   * Redeems the token of a reset link: a new password, and no session that is left.
   * @throws AppError reset_link_wrong
   */
  async resetPassword(typed: string, token: string): Promise<{ id: number; username: string; password: string }> {
    const { database, passwords, codes, invalidation, notices } = this.#parts
    const key = loginKey(typed.trim())
    const password = randomText(NEW_PASSWORD_LENGTH)
    const code = codes.redemption(resetCode, key, token)
    const user = await database.run(resetPassword, { emailKey: key, passwordHash: await passwords.hash(password), code })
    if (!user) throw new AppError('reset_link_wrong')
    invalidation.publish('user', user.id)
    await notices.tellPassword(user.id)
    return { ...user, password }
  }

  /**
   * Makes an address a user's own, with the code that was sent to it, and tells the user, at the former address too.
   * @throws AppError email_code_required, code_wrong, email_taken, or for an address that is not accepted
   */
  async bindEmail(userId: number, typed: string, code: string, language: Language): Promise<{ before: string; after: string }> {
    const { database, options, codes, outgoing, invalidation, notices } = this.#parts
    const email = typedEmail(typed)
    assertAcceptedEmail(email, options)
    if (code.trim() === '') throw new AppError('email_code_required', {}, { fields: { code: 'email_code_required' } })
    const user = await findUser(database, userId)
    if (!user) throw new AppError('not_found', { what: 'user' })
    const emailKey = loginKey(email)
    const isChanged = user.email !== '' && loginKey(user.email) !== emailKey
    const notice = {
      ...{ to: user.email, language, ref: `mail:address-changed:${newRequestId()}`, lifetimeMs: NOTICE_LIFETIME_MS },
      matter: { kind: 'address-changed', username: user.username, newAddress: email } as const,
    }
    const deliveries = isChanged ? outgoing.mail.deliveries(notice).map((delivery) => outgoing.outbox.seal(delivery)) : []
    const redemption = codes.redemption(bindCode(userId), emailKey, code)
    if (!(await database.run(bindEmail, { userId, email, emailKey, code: redemption, deliveries })))
      throw new AppError('code_wrong', {}, { fields: { code: 'code_wrong' } })
    outgoing.outbox.wake()
    invalidation.publish('user', userId)
    if (loginKey(user.email) !== emailKey) await notices.tell(userId, { is: 'email', what: email }, false)
    return { before: user.email, after: email }
  }

  /** @throws AppError not_set_up, demo_site, register_disabled or password_register_disabled */
  #assertOpen(): void {
    const { options, isSetUp } = this.#parts
    if (!isSetUp()) throw new AppError('not_set_up')
    assertOpenToNew(options)
    if (!options.get(passwordRegisterEnabled)) throw new AppError('password_register_disabled')
  }

  #typedCode({ email: typed, code }: Registration) {
    const email = typedEmail(typed)
    assertAcceptedEmail(email, this.#parts.options)
    if (code.trim() === '') throw new AppError('email_code_required', {}, { fields: { verification_code: 'email_code_required' } })
    return { email, code: this.#parts.codes.redemption(registerCode, loginKey(email), code) }
  }

  /** Issues a code and puts the mail that carries it into the outbox, in one transaction. @throws AppError code_too_soon */
  async #mailCode(
    kind: CodeKind,
    key: string,
    draft: (code: string) => { to: string; language: Language; matter: MailMatter; isBlank?: boolean },
  ): Promise<void> {
    const { database, codes, throttle, outgoing } = this.#parts
    const { code, stored } = codes.draft(kind, key)
    const mail = { ...draft(code), ref: `mail:${kind.purpose}:${newRequestId()}`, lifetimeMs: kind.lifetimeSeconds * 1000 }
    const deliveries = outgoing.mail.deliveries(mail).map((delivery) => outgoing.outbox.seal(delivery))
    const verdict = await throttle.take(mailRules(key))
    if ('retrySeconds' in verdict) throw new AppError('code_too_soon', { seconds: verdict.retrySeconds })
    const waitSeconds = await database.run(mailCode, { code: stored, deliveries })
    if (waitSeconds > 0) throw new AppError('code_too_soon', { seconds: waitSeconds })
    outgoing.outbox.wake()
  }
}

const codeMatter = (kind: 'register-code' | 'bind-code' | 'notice-code', code: string, of: CodeKind): MailMatter => ({
  ...{ kind, code, minutes: minutesOf(of) },
})
