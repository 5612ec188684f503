// Builds what lets people in besides the password: other sites, and the bot check.
import type { Database } from '../db/database.ts'
import { humanCheck } from '../domain/human-check/human-check.ts'
import { identityService } from '../domain/identity/identity-service.ts'
import { outsideSignIn } from '../domain/identity/outside-sign-in.ts'
import { signInStates } from '../domain/identity/sign-in-states.ts'
import type { OptionService } from '../domain/option/option-service.ts'
import type { Throttle } from '../domain/throttle/throttle.ts'
import type { SiteAddresses } from '../identity/addresses.ts'
import { openSites } from '../identity/sites.ts'
import type { Egress } from '../lib/net/egress.ts'
import type { Secrets } from '../lib/secret.ts'
import type { SecondFactors } from './second-factors.ts'

export interface SignInDoorParts extends Pick<SecondFactors, 'loginChallenge' | 'passkeys' | 'stepUp' | 'notices'> {
  readonly database: Database
  readonly secrets: Secrets
  readonly options: OptionService
  readonly throttle: Throttle
  readonly egress: Pick<Egress, 'send'>
  /** Unix milliseconds. */
  readonly now: () => number
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
  /** Other addresses than the real ones, and how long an answer may take: for tests. */
  readonly sites?: { readonly addresses: SiteAddresses; readonly timeoutMs?: number } | undefined
}

export function signInDoors(parts: SignInDoorParts) {
  const { database, secrets, options, loginChallenge, passkeys, stepUp, notices, throttle, egress, now, onTrouble, sites } = parts
  const { codeSites, weChat, humanCheckGate } = openSites({ egress, options, now, onTrouble, ...sites })
  const identities = identityService({ database, secrets, options, loginChallenge, passkeys, notices, throttle })
  const states = signInStates({ database, secrets, now })
  return {
    signIns: outsideSignIn({ database, options, states, identities, codeSites, weChat, stepUp, throttle, now }),
    humanCheck: humanCheck({ database, options, gate: humanCheckGate, now, onTrouble }),
  }
}
