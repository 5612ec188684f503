// What a user does with their own second factors. Whether they may is confirmed before (session/step-up.ts).
import { AppError } from '@waystation/contract/errors'
import { systemName } from '@waystation/contract/options/appearance'
import type { Option } from '@waystation/contract/options/option'
import type { Factors, Passkey, TotpSecret, WebAuthnJson } from '@waystation/contract/people/second-factor'
import type { Database } from '../../db/database.ts'
import type { Secrets } from '../../lib/secret.ts'
import type { WayNotices } from '../notice/way-notices.ts'
import { type CodePlace, type Codes, wrongCode } from './codes.ts'
import { purgeFactorSteps } from './factor-step-store.ts'
import type { Passkeys } from './passkeys.ts'
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts'
import { newTotpSecret, totpUri } from './totp.ts'
import { countRecoveryCodes, disableTotp, enableTotp, findTotp, replaceRecoveryCodes, startTotp } from './totp-store.ts'

interface Owner {
  readonly id: number
  readonly username: string
}

export interface FactorParts {
  readonly database: Database
  readonly secrets: Pick<Secrets, 'sign'>
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly codes: Codes
  readonly passkeys: Passkeys
  readonly notices: WayNotices
  /** Unix milliseconds. */
  readonly now: () => number
}

export class FactorService {
  readonly #parts: FactorParts

  constructor(parts: FactorParts) {
    this.#parts = parts
  }

  async get(userId: number): Promise<Factors> {
    const { database, passkeys } = this.#parts
    const totp = (await findTotp(database, userId))?.isEnabled === true
    const left = totp ? await countRecoveryCodes(database, userId) : 0
    return { totp, recovery_codes_left: left, passkeys: await passkeys.list(userId) }
  }

  /** Makes a secret, which is not in force yet. @throws AppError totp_present */
  async startTotp({ id, username }: Owner): Promise<TotpSecret> {
    const { database, options, codes } = this.#parts
    const secret = newTotpSecret()
    await database.run(startTotp, { userId: id, sealed: codes.seal(id, secret) })
    return { secret, uri: totpUri({ secret, site: options.get(systemName), username }) }
  }

  /**
   * Puts the secret in force after a first code of it, and returns the recovery codes.
   * @throws AppError totp_present, totp_absent, second_factor_wrong, login_throttled
   */
  async enableTotp({ id }: Owner, typed: string, from: CodePlace): Promise<string[]> {
    const { database, codes, notices } = this.#parts
    const totp = await findTotp(database, id)
    if (!totp) throw new AppError('totp_absent')
    if (totp.isEnabled) throw new AppError('totp_present')
    const attempt = await codes.count(id, from)
    const step = codes.stepOf(id, totp.sealed, typed)
    if (step === undefined) throw wrongCode()
    await attempt.succeeded()
    const { shown, codeHashes } = this.#newCodes(id)
    await database.run(enableTotp, { userId: id, sealed: totp.sealed, step, codeHashes })
    await notices.tell(id, { is: 'totp-on' })
    return shown
  }

  /** @throws AppError totp_absent */
  async disableTotp({ id }: Owner): Promise<void> {
    await this.#parts.database.run(disableTotp, { userId: id })
    await this.#parts.notices.tell(id, { is: 'totp-off' })
  }

  /** New recovery codes; those before end. @throws AppError totp_absent */
  async newRecoveryCodes({ id }: Owner): Promise<string[]> {
    const { shown, codeHashes } = this.#newCodes(id)
    await this.#parts.database.run(replaceRecoveryCodes, { userId: id, codeHashes })
    await this.#parts.notices.tell(id, { is: 'recovery-codes' })
    return shown
  }

  /** @throws AppError passkey_unavailable, passkeys_full */
  startPasskey(owner: Owner, sessionId: string): Promise<WebAuthnJson> {
    return this.#parts.passkeys.startAdding(owner, sessionId)
  }

  /** @throws AppError passkey_unavailable, passkey_failed, passkey_taken, passkeys_full */
  async addPasskey(owner: Owner, sessionId: string, given: { name: string; passkey: WebAuthnJson }): Promise<Passkey> {
    const added = await this.#parts.passkeys.add(owner, sessionId, given)
    await this.#parts.notices.tell(owner.id, { is: 'passkey-add' })
    return added
  }

  /** @throws AppError not_found */
  renamePasskey(owner: Owner, passkeyId: number, name: string): Promise<Passkey> {
    return this.#parts.passkeys.rename(owner, passkeyId, name)
  }

  /** Returns the name of the passkey that is gone. @throws AppError not_found, identity_last */
  async removePasskey(owner: Owner, passkeyId: number): Promise<string> {
    const name = await this.#parts.passkeys.remove(owner, passkeyId)
    await this.#parts.notices.tell(owner.id, { is: 'passkey-remove' })
    return name
  }

  /** Tells a user that an admin has taken their factors away. */
  tellReset(userId: number): Promise<void> {
    return this.#parts.notices.tell(userId, { is: 'reset' })
  }

  /** A chore: forgets what was begun and confirmed too long ago. */
  purge(): Promise<number> {
    return this.#parts.database.run(purgeFactorSteps, { now: Math.floor(this.#parts.now() / 1000) })
  }

  #newCodes(userId: number): { shown: string[]; codeHashes: string[] } {
    const shown = newRecoveryCodes()
    return { shown, codeHashes: shown.flatMap((code) => recoveryCodeHash(this.#parts.secrets, userId, code) ?? []) }
  }
}
