// Somebody's app for one-time passwords.
import { setTimeout as sleep } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'

const STEP_MS = 30_000
const MARGIN_MS = 5000

export type AuthenticatorApp = ReturnType<typeof authenticatorApp>

/** @param secret base32, blanks do not matter */
export function authenticatorApp(secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replace(/\s/g, '')) })
  let last = Number.NEGATIVE_INFINITY
  return {
    /**
     * A code that the server has not seen. Each of its steps counts once, and it takes the one before now and the one after too; so only after
     * three codes within half a minute does this wait for the next step.
     */
    async next() {
      const now = () => Math.floor(Date.now() / STEP_MS)
      // At the end of a step, the code of the one before would be two steps old when it arrives.
      const step = Math.max(last + 1, Math.floor((Date.now() + MARGIN_MS) / STEP_MS) - 1)
      while (step > now() + 1) await sleep(200)
      last = step
      return totp.generate({ timestamp: step * STEP_MS })
    },
  }
}
