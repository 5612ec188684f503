// Codes that a user types after the password, or to confirm: of their app, or of paper.
import { AppError } from '@waystation/contract/errors'
import type { Database } from '../../db/database.ts'
import type { Secrets } from '../../lib/secret.ts'
import type { Devices } from '../session/device.ts'
import { codeRules } from '../throttle/rules.ts'
import type { CountedTry, Throttle } from '../throttle/throttle.ts'
import { recoveryCodeHash } from './recovery-codes.ts'
import { isTotpCode, totpStep } from './totp.ts'
import { findTotp, type TypedCode } from './totp-store.ts'

export interface CodeParts {
  readonly database: Database
  readonly secrets: Pick<Secrets, 'seal' | 'open' | 'sign'>
  readonly throttle: Pick<Throttle, 'take'>
  readonly devices: Pick<Devices, 'nonceFor'>
  /** Unix milliseconds. */
  readonly now: () => number
}

/** Where a code is typed. */
export interface CodePlace {
  readonly ip: string
  /** The browser's device cookie, or empty. */
  readonly device: string
}

export class Codes {
  readonly #parts: CodeParts

  constructor(parts: CodeParts) {
    this.#parts = parts
  }

  /** Counts a try to guess a code of this user, over all their logins and sessions. @throws AppError login_throttled */
  async count(userId: number, { ip, device }: CodePlace): Promise<CountedTry> {
    const attempt = await this.#parts.throttle.take(codeRules(userId, ip, this.#parts.devices.nonceFor(device, userId)))
    if ('retrySeconds' in attempt) throw new AppError('login_throttled', { seconds: attempt.retrySeconds })
    return attempt
  }

  /** What a typed text is as a code of this user; undefined: none. Whether it was used before is seen when it is used up. */
  async read(userId: number, typed: string): Promise<TypedCode | undefined> {
    const totp = await findTotp(this.#parts.database, userId)
    if (!totp?.isEnabled) return undefined
    const text = typed.replace(/\s/g, '')
    if (!isTotpCode(text)) {
      const codeHash = recoveryCodeHash(this.#parts.secrets, userId, text)
      return codeHash === undefined ? undefined : { codeHash }
    }
    const step = this.stepOf(userId, totp.sealed, text)
    return step === undefined ? undefined : { step }
  }

  /** The step whose code this is under a stored secret; undefined: it is wrong. */
  stepOf(userId: number, sealed: string, typed: string): number | undefined {
    return totpStep(this.#parts.secrets.open(sealed, placeOf(userId)), typed.replace(/\s/g, ''), this.#parts.now())
  }

  /** A user's secret as it is stored. */
  seal(userId: number, secret: string): string {
    return this.#parts.secrets.seal(secret, placeOf(userId))
  }
}

/** The refusal of a code, at its field. */
export const wrongCode = () => new AppError('second_factor_wrong', {}, { fields: { code: 'second_factor_wrong' } })

const placeOf = (userId: number) => `totp:sealed:${userId}`
