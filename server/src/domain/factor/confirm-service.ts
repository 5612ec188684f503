// Confirming once more who one is, for one purpose, in one session, for a few minutes.
import { AppError } from '@waystation/contract/errors'
import { CONFIRMED_MINUTES, type ConfirmPurpose, type ConfirmWays, type Proof } from '@waystation/contract/people/second-factor'
import type { Database } from '../../db/database.ts'
import { sha256 } from '../../lib/secret.ts'
import type { Asker, StepUp } from '../session/step-up.ts'
import { type Codes, wrongCode } from './codes.ts'
import { findOwnSession, keepConfirmation } from './confirmation-store.ts'
import type { Passkeys } from './passkeys.ts'
import { spendCode } from './totp-store.ts'

/** Who confirms; with the browser's device cookie, or empty. */
export interface Confirmer extends Asker {
  readonly device: string
}

/** By what somebody has confirmed. */
export type ConfirmedBy = 'password' | 'code' | 'passkey'

export interface ConfirmParts {
  readonly database: Database
  readonly stepUp: Pick<StepUp, 'usable' | 'checkPassword'>
  readonly codes: Codes
  readonly passkeys: Passkeys
  /** Unix milliseconds. */
  readonly now: () => number
}

export class ConfirmService {
  readonly #parts: ConfirmParts

  constructor(parts: ConfirmParts) {
    this.#parts = parts
  }

  /** How the caller may confirm this purpose. Callers without a session cannot. */
  async ways(purpose: ConfirmPurpose, by: Asker): Promise<ConfirmWays> {
    const { stepUp, passkeys } = this.#parts
    const { password, totp, passkey } = await stepUp.usable(by.id)
    if (!(await this.#hasSession(purpose, by))) throw new AppError('confirmation_needed')
    return { password, totp, passkey: passkey ? await passkeys.ask(`confirm:${purpose}`, { place: by.sessionId, userId: by.id }) : null }
  }

  /**
   * Keeps a confirmation for this purpose and session, if the proof is good.
   * @throws AppError wrong_password, second_factor_wrong, passkey_failed, login_throttled; confirmation_needed where this proof is not enough
   */
  async confirm(purpose: ConfirmPurpose, proof: Proof, by: Confirmer): Promise<ConfirmedBy> {
    if (!(await this.#hasSession(purpose, by))) throw new AppError('confirmation_needed')
    const confirmedBy = await this.#prove(purpose, proof, by)
    const expiresAt = Math.floor(this.#parts.now() / 1000) + CONFIRMED_MINUTES * 60
    await this.#parts.database.run(keepConfirmation, { idHash: sha256(by.sessionId), purpose, expiresAt })
    return confirmedBy
  }

  async #prove(purpose: ConfirmPurpose, { password, code, passkey }: Proof, by: Confirmer): Promise<ConfirmedBy> {
    const { stepUp, passkeys } = this.#parts
    if (passkey !== undefined) {
      await passkeys.check(passkey, `confirm:${purpose}`, { place: by.sessionId, userId: by.id })
      return 'passkey'
    }
    if (code !== undefined) {
      await this.#useCode(code, by)
      return 'code'
    }
    await stepUp.checkPassword(by, { password: password ?? '' })
    // With one-time passwords on, somebody who knows the password only is not let in, and confirms nothing either.
    if (!(await stepUp.usable(by.id)).password) throw new AppError('confirmation_needed')
    return 'password'
  }

  async #useCode(typed: string, by: Confirmer): Promise<void> {
    const { codes, database } = this.#parts
    const attempt = await codes.count(by.id, by)
    const code = await codes.read(by.id, typed)
    if (!code || !(await database.run(spendCode, { userId: by.id, code }))) throw wrongCode()
    await attempt.succeeded()
  }

  async #hasSession(purpose: ConfirmPurpose, { id, sessionId }: Asker): Promise<boolean> {
    return (await findOwnSession(this.#parts.database, { userId: id, idHash: sha256(sessionId), purpose })) !== undefined
  }
}
