// Builds what proves more than a password, and what demands such a proof.
import type { Database } from '../db/database.ts'
import { challenges } from '../domain/factor/challenges.ts'
import { Codes } from '../domain/factor/codes.ts'
import { ConfirmService } from '../domain/factor/confirm-service.ts'
import { FactorService } from '../domain/factor/factor-service.ts'
import { LoginChallenge } from '../domain/factor/login-challenge.ts'
import { Passkeys } from '../domain/factor/passkeys.ts'
import { wayNotices } from '../domain/notice/way-notices.ts'
import type { OptionService } from '../domain/option/option-service.ts'
import type { Outgoing } from '../domain/outbox/outgoing.ts'
import { devices } from '../domain/session/device.ts'
import type { SessionService } from '../domain/session/session-service.ts'
import { stepUp } from '../domain/session/step-up.ts'
import type { Throttle } from '../domain/throttle/throttle.ts'
import type { Passwords } from '../domain/user/password.ts'
import type { Secrets } from '../lib/secret.ts'

export interface SecondFactorParts {
  readonly database: Database
  readonly secrets: Secrets
  readonly options: OptionService
  readonly passwords: Passwords
  readonly sessions: SessionService
  readonly throttle: Throttle
  readonly outgoing: Outgoing
  /** Unix milliseconds. */
  readonly now: () => number
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
}

export type SecondFactors = ReturnType<typeof secondFactors>

export function secondFactors(parts: SecondFactorParts) {
  const { database, secrets, options, passwords, sessions, throttle, outgoing, now, onTrouble } = parts
  const known = devices({ secrets, now })
  const passkeys = new Passkeys({ database, secrets, options, challenges: challenges({ database, now }), now })
  const codes = new Codes({ database, secrets, throttle, devices: known, now })
  const checks = stepUp({ database, passwords, throttle, passkeys, now })
  const notices = wayNotices({ database, options, outgoing, onTrouble })
  return {
    stepUp: checks,
    notices,
    passkeys,
    loginChallenge: new LoginChallenge({ database, sessions, devices: known, codes, passkeys, now }),
    confirmations: new ConfirmService({ database, stepUp: checks, codes, passkeys, now }),
    factors: new FactorService({ database, secrets, options, codes, passkeys, notices, now }),
  }
}
