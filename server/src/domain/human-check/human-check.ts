// The bot check in front of logging in, registering, mails and checking in. One check is enough for a browser until it logs in
// (server-behaviour 5.4).
import { AppError } from '@waystation/contract/errors'
import { turnstileCheckEnabled } from '@waystation/contract/options/login'
import type { Option } from '@waystation/contract/options/option'
import type { Database } from '../../db/database.ts'
import { networkKey } from '../../lib/client-ip.ts'
import { sha256 } from '../../lib/secret.ts'
import type { HumanCheckGate } from '../ports.ts'
import { endHumanPass, hasHumanPass, keepHumanPass, purgeHumanPasses } from './human-pass-store.ts'

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
      const { token, ip, sessionId } = call
      if (sessionId !== '' && (await hasHumanPass(database, hashOf(call), nowSeconds()))) return
      if (token === '' || token.length > TOKEN_MAX) throw new AppError('human_check_failed')
      if (!(await isHuman(token, ip))) throw new AppError('human_check_failed')
      if (sessionId !== '') await database.run(keepHumanPass, { passHash: hashOf(call), expiresAt: nowSeconds() + PASS_SECONDS })
    },
    async end(call) {
      if (call.sessionId !== '' && options.get(turnstileCheckEnabled)) await database.run(endHumanPass, { passHash: hashOf(call) })
    },
    purge: () => database.run(purgeHumanPasses, { now: nowSeconds() }),
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
