// The bot check in front of logging in, registering, mails and checking in. One check is enough for a browser until it has logged in, opened
// an account or had a mail sent: a robot would do these a thousand times.
import { AppError } from '@waystation/contract/errors'
import { turnstileCheckEnabled } from '@waystation/contract/options/login'
import type { Option } from '@waystation/contract/options/option'
import type { Database } from '../../db/database.ts'
import { networkKey } from '../../lib/net/client-ip.ts'
import { sha256 } from '../../lib/secret.ts'
import type { HumanCheckGate } from '../ports.ts'
import { endHumanPass, hasHumanPass, keepHumanPass, purgeHumanPasses, takeHumanPass } from './human-pass-store.ts'

/** How long one check is enough. */
const PASS_SECONDS = 1800
/** Turnstile's own limit. */
const TOKEN_MAX = 2048

export interface CheckedCall {
  /** What the widget gave the browser; empty: nothing. */
  readonly token: string
  readonly ip: string
  /** The session's or the browser's own id; empty: each call needs a check. */
  readonly sessionId: string
}

export interface HumanCheck {
  isOn(): boolean
  /**
   * Lets a call through when the check is off, or was passed now or before by this browser in this network.
   * @throws AppError human_check_failed, or human_check_unreachable when it cannot be verified
   */
  confirm(call: CheckedCall): Promise<void>
  /**
   * Does what one check is good for once. A check is used up before, so that of many calls at once one is let through, and given back if this
   * fails: a mistyped password does not need a new check.
   * @throws AppError as `confirm`, and what `act` throws
   */
  spend<Result>(call: CheckedCall, act: () => Promise<Result>): Promise<Result>
  /** This browser is to be checked again. */
  end(call: Pick<CheckedCall, 'ip' | 'sessionId'>): Promise<void>
  /** A chore: forgets what has expired. */
  purge(): Promise<number>
}

export interface HumanCheckParts {
  readonly database: Database
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly gate: HumanCheckGate
  /** Unix milliseconds. */
  readonly now: () => number
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
}

export function humanCheck({ database, options, gate, now, onTrouble }: HumanCheckParts): HumanCheck {
  const nowSeconds = () => Math.floor(now() / 1000)
  const hashOf = ({ ip, sessionId }: Pick<CheckedCall, 'ip' | 'sessionId'>) => sha256(JSON.stringify([sessionId, networkKey(ip)]))

  return {
    isOn: () => options.get(turnstileCheckEnabled),
    async confirm(call) {
      if (!options.get(turnstileCheckEnabled)) return
      if (call.sessionId !== '' && (await hasHumanPass(database, hashOf(call), nowSeconds()))) return
      await assertHuman(call)
      await keep(call, nowSeconds() + PASS_SECONDS)
    },
    async spend(call, act) {
      if (!options.get(turnstileCheckEnabled)) return act()
      const passed = call.sessionId === '' ? null : await database.run(takeHumanPass, { passHash: hashOf(call), now: nowSeconds() })
      if (passed === null) await assertHuman(call)
      try {
        return await act()
      } catch (error) {
        await keep(call, passed ?? nowSeconds() + PASS_SECONDS)
        throw error
      }
    },
    async end(call) {
      if (call.sessionId !== '' && options.get(turnstileCheckEnabled)) await database.run(endHumanPass, { passHash: hashOf(call) })
    },
    purge: () => database.run(purgeHumanPasses, { now: nowSeconds() }),
  }

  async function keep(call: CheckedCall, expiresAt: number): Promise<void> {
    if (call.sessionId !== '') await database.run(keepHumanPass, { passHash: hashOf(call), expiresAt })
  }

  async function assertHuman({ token, ip }: CheckedCall): Promise<void> {
    if (token === '' || token.length > TOKEN_MAX || !(await isHuman(token, ip))) throw new AppError('human_check_failed')
  }

  async function isHuman(token: string, ip: string): Promise<boolean> {
    try {
      return await gate.isHuman(token, ip)
    } catch (error) {
      onTrouble(error, { event: 'human_check_unreachable' })
      throw new AppError('human_check_unreachable')
    }
  }
}
