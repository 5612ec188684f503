// Codes that count once: sent by mail, typed by people, or carried by a link. Only a keyed hash is stored, bound to the purpose and the
// subject, so a stolen table gives no code away (controls 14 and 15).
import { randomInt } from 'node:crypto'
import { AppError } from '@waystation/contract/errors'
import type { Database } from '../../db/database.ts'
import { randomText, type Secrets } from '../../lib/secret.ts'
import { type CodeOf, issueCode, type NewCode, purgeCodes, type Redemption, redeemCode } from './one-time-code-store.ts'

/** What a kind of code is like. */
export interface CodeKind {
  /** At most 32 characters; a code for one purpose is worth nothing for another. */
  readonly purpose: string
  /** Six digits for people to type, or 43 letters and digits (256 bits) for a link. */
  readonly form: 'digits' | 'link'
  readonly lifetimeSeconds: number
  /** Wrong ones before it is worth nothing. */
  readonly tries: number
  /** Seconds between two codes for one subject. */
  readonly pauseSeconds: number
  /** Codes for one subject within a day. */
  readonly perDay: number
}

export interface OneTimeCodes {
  /**
   * Makes a code, in place of the one before.
   * @throws AppError code_too_soon with the seconds to wait
   */
  issue(kind: CodeKind, subject: string): Promise<string>
  /** Is this the code, in time? True once; a wrong one uses up a try. */
  redeem(kind: Pick<CodeKind, 'purpose'>, subject: string, code: string): Promise<boolean>
  /** A new code for a write task that issues it together with what carries it. */
  draft(kind: CodeKind, subject: string): { readonly code: string; readonly stored: NewCode }
  /** A typed code for a write task that redeems it together with what it is redeemed for. */
  redemption(kind: Pick<CodeKind, 'purpose'>, subject: string, code: string): Redemption
  /** A chore: forgets codes that are over. */
  purge(): Promise<number>
}

const LINK_LENGTH = 43
const DIGITS = 6

export interface CodeParts {
  readonly database: Database
  readonly secrets: Pick<Secrets, 'sign'>
  /** Unix milliseconds. */
  readonly now: () => number
}

export function oneTimeCodes({ database, secrets, now }: CodeParts): OneTimeCodes {
  const nowSeconds = () => Math.floor(now() / 1000)
  const hashOf = ({ purpose, subject }: CodeOf, code: string) => secrets.sign('one-time code', JSON.stringify([purpose, subject, code]))

  const draft: OneTimeCodes['draft'] = ({ purpose, form, lifetimeSeconds, ...limits }, subject) => {
    const code = form === 'digits' ? String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0') : randomText(LINK_LENGTH)
    const now = nowSeconds()
    const codeHash = hashOf({ purpose, subject }, code)
    return { code, stored: { purpose, subject, ...limits, codeHash, now, expiresAt: now + lifetimeSeconds } }
  }
  const redemption: OneTimeCodes['redemption'] = ({ purpose }, subject, code) => ({
    ...{ purpose, subject, now: nowSeconds() },
    codeHash: hashOf({ purpose, subject }, code.trim()),
  })

  return {
    draft,
    redemption,
    async issue(kind, subject) {
      const { code, stored } = draft(kind, subject)
      const waitSeconds = await database.run(issueCode, stored)
      if (waitSeconds > 0) throw new AppError('code_too_soon', { seconds: waitSeconds })
      return code
    },
    redeem: (kind, subject, code) => database.run(redeemCode, redemption(kind, subject, code)),
    purge: () => database.run(purgeCodes, { now: nowSeconds() }),
  }
}
