// What a passkey has to sign: 256 random bits that count once, within five minutes, for one purpose, in the browser or the session that
// asked. Only a hash is stored; the challenge comes back in what was signed.
import { randomBytes } from 'node:crypto'
import type { ConfirmPurpose } from '@waystation/contract/people/second-factor'
import type { Database } from '../../db/database.ts'
import { sha256 } from '../../lib/secret.ts'
import { openFactorStep, takeFactorStep } from './factor-step-store.ts'

/** How long the second step of anything may take. */
export const STEP_SECONDS = 300
const CHALLENGE_BYTES = 32

export type ChallengePurpose = 'passkey-login' | 'passkey-add' | `confirm:${ConfirmPurpose}`

/** Who asked for a challenge: a browser, or a logged-in user in a session. */
export interface ChallengeOwner {
  /** The browser's or the session's id. */
  readonly place: string
  /** 0 for a login. */
  readonly userId: number
}

export interface Challenges {
  /** A new challenge, as base64url. */
  open(purpose: ChallengePurpose, owner: ChallengeOwner): Promise<string>
  /** Takes a challenge: it is gone afterwards. False: it is unknown, used, expired, or was made for something or somebody else. */
  take(challenge: string, purpose: ChallengePurpose, owner: ChallengeOwner): Promise<boolean>
}

/** @param now unix milliseconds */
export function challenges({ database, now }: { database: Database; now: () => number }): Challenges {
  const nowSeconds = () => Math.floor(now() / 1000)
  return {
    async open(purpose, owner) {
      const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url')
      await database.run(openFactorStep, {
        ...{ step_hash: sha256(challenge), purpose, user_id: owner.userId, owner_hash: ownerHash(purpose, owner) },
        ...{ auth_epoch: 0, tries_left: 1, expires_at: nowSeconds() + STEP_SECONDS },
      })
      return challenge
    },
    async take(challenge, purpose, owner) {
      if (owner.place === '' || !/^[A-Za-z0-9_-]{43}$/.test(challenge)) return false
      const row = await database.run(takeFactorStep, { stepHash: sha256(challenge) })
      return row !== null && row.purpose === purpose && row.owner_hash === ownerHash(purpose, owner) && row.expires_at > nowSeconds()
    },
  }
}

const ownerHash = (purpose: ChallengePurpose, { place, userId }: ChallengeOwner): string => sha256(JSON.stringify([purpose, place, userId]))
