// A user's own account. Sources: server-behaviour 5.7 and 5.8, controls 5, 19 and 28 of reliability.md.
import { randomBytes } from 'node:crypto'
import { AppError } from '@waystation/contract/errors'
import type { AccessTokenChange } from '@waystation/contract/people/access-token'
import type { Ranked } from '@waystation/contract/people/rank'
import type { SelfChange, UserSetting, UserSettingDraft } from '@waystation/contract/people/user'
import { loginKey } from '@waystation/contract/people/user-name'
import type { Database } from '../../../db/database.ts'
import type { Secrets } from '../../../lib/secret.ts'
import type { Invalidation } from '../../../lib/shared/invalidation.ts'
import type { OneTimeCodes } from '../../code/one-time-codes.ts'
import type { WayNotices } from '../../notice/way-notices.ts'
import { ACCESS_TOKEN_PREFIX } from '../../session/access-token.ts'
import type { Asker, StepUp } from '../../session/step-up.ts'
import type { Passwords } from '../password.ts'
import { assertUncommon } from '../password-rules.ts'
import { published } from '../published.ts'
import { noticeCode } from '../registration/mailed-codes.ts'
import { findPasswordHash } from '../user-store.ts'
import {
  type AccessTokenFacts,
  type ChangedAccount,
  changeAccessToken,
  changeAccount,
  closeAccount,
  endAccessToken,
  saveSetting,
  setAccessToken,
} from './account-store.ts'
import { sealWebhookSecret } from './webhook-secret.ts'

export interface AccountParts {
  readonly database: Database
  readonly secrets: Secrets
  readonly passwords: Passwords
  readonly stepUp: StepUp
  readonly notices: Pick<WayNotices, 'tellPassword'>
  readonly invalidation: Invalidation
  /** Unix milliseconds. */
  readonly now: () => number
  readonly codes: Pick<OneTimeCodes, 'redemption'>
}

type CallPlace = Pick<Asker, 'sessionId' | 'ip'>

/** A logged-in user. */
interface Owner extends Ranked {
  readonly username: string
}

export interface AccountService {
  /** A new password needs the old one or a confirmation. @throws AppError password_common, those of `StepUp.demand`, or one for the name */
  change(owner: Owner, change: SelfChange, from: CallPlace): Promise<ChangedAccount>
  /** @throws AppError confirm_username, user_protected, or those of `StepUp.demand` */
  close(owner: Owner, confirmed: { username: string; password: string }, from: CallPlace): Promise<void>
  /**
   * Returns the settings before and after, without the webhook's secret. An address for notices is proven by the code that was sent to it.
   * @throws AppError webhook_url_required, email_code_required or code_wrong
   */
  set(owner: Owner, draft: UserSettingDraft): Promise<{ before: UserSetting; after: UserSetting }>
  /** Makes a new access token, which is in no table and cannot be read again. It has the scopes and the end of the one before. */
  newAccessToken(owner: Owner): Promise<string>
  /** Changes what the access token may do, and when it ends; tells what it was. @throws AppError access_token_absent */
  changeAccessToken(owner: Owner, change: AccessTokenChange): Promise<{ before: AccessTokenFacts; after: AccessTokenFacts }>
  endAccessToken(owner: Owner): Promise<void>
}

const ACCESS_TOKEN_BYTES = 32
const DAY_SECONDS = 86_400

export function accountService(parts: AccountParts): AccountService {
  return new Accounts(parts)
}

class Accounts implements AccountService {
  readonly #parts: AccountParts

  constructor(parts: AccountParts) {
    this.#parts = parts
  }

  async change(owner: Owner, { username, display_name, password, original_password }: SelfChange, from: CallPlace) {
    const { database, invalidation, passwords, stepUp, notices } = this.#parts
    if (password) await assertUncommon(password)
    // Read before the password is checked: somebody else may set another one meanwhile.
    const formerHash = password ? await findPasswordHash(database, owner.id) : ''
    if (password) {
      await stepUp.demand('ways_in', { id: owner.id, ...from }, { password: original_password, field: 'original_password' })
    }
    const change = {
      userId: owner.id,
      ...(username ? { username } : {}),
      ...(display_name ? { displayName: display_name } : {}),
      ...(password ? { password: { formerHash, hash: await passwords.hash(password) } } : {}),
    }
    const changed = await published(invalidation, owner.id, database.run(changeAccount, change))
    if (password) await notices.tellPassword(owner.id)
    return changed
  }

  async close(owner: Owner, { username, password }: { username: string; password: string }, from: CallPlace) {
    const { database, invalidation, stepUp } = this.#parts
    const by = { id: owner.id, ...from }
    // Clients of this family send nothing at all; what counts then is that the owner has confirmed this very thing.
    const isBare = username.trim() === '' && password === ''
    if (!(isBare && (await stepUp.hasConfirmed('close_account', by)))) {
      if (username.trim() === '' || loginKey(username) !== loginKey(owner.username)) {
        throw new AppError('confirm_username', {}, { fields: { username: 'confirm_username' } })
      }
      await stepUp.demand('close_account', by, { password })
    }
    await published(invalidation, owner.id, database.run(closeAccount, { userId: owner.id }))
  }

  async set(
    owner: Owner,
    { webhook_secret: secret, remove_webhook_secret: isRemoved, notification_code: typed, ...fields }: UserSettingDraft,
  ) {
    const { database, invalidation, secrets, codes } = this.#parts
    const sealed = secret ? { webhook_secret: sealWebhookSecret(secrets, owner.id, secret) } : isRemoved ? { webhook_secret: '' } : {}
    const code = typed?.trim() ? codes.redemption(noticeCode(owner.id), loginKey(fields.notification_email ?? ''), typed) : undefined
    const change = database.run(saveSetting, { userId: owner.id, patch: { ...fields, ...sealed }, code })
    const changed = await published(invalidation, owner.id, change)
    if (!changed) throw new AppError('code_wrong', {}, { fields: { notification_code: 'code_wrong' } })
    const { before, after } = changed
    return { before: withoutSecret(before), after: withoutSecret(after) }
  }

  async newAccessToken({ id }: Owner) {
    const { database, invalidation, secrets } = this.#parts
    const now = this.#nowSeconds()
    const token = ACCESS_TOKEN_PREFIX + randomBytes(ACCESS_TOKEN_BYTES).toString('base64url')
    await published(invalidation, id, database.run(setAccessToken, { userId: id, hash: secrets.lookupHash(token), now }))
    return token
  }

  async changeAccessToken({ id }: Owner, { scopes, expires_in_days: days }: AccessTokenChange) {
    const { database, invalidation } = this.#parts
    const change = {
      userId: id,
      ...(scopes === undefined ? {} : { scopes }),
      ...(days === undefined ? {} : { expiresAt: days === null ? null : this.#nowSeconds() + days * DAY_SECONDS }),
    }
    return published(invalidation, id, database.run(changeAccessToken, change))
  }

  async endAccessToken({ id }: Owner) {
    const { database, invalidation } = this.#parts
    await published(invalidation, id, database.run(endAccessToken, { userId: id }))
  }

  #nowSeconds(): number {
    return Math.floor(this.#parts.now() / 1000)
  }
}

const withoutSecret = ({ webhook_secret: _secret, ...shown }: UserSetting): UserSetting => shown
