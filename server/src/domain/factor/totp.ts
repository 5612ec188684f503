// One-time passwords of an app (RFC 6238): SHA-1, six digits, steps of 30 seconds, which is what every app can do.
import { Secret, TOTP } from 'otpauth'

const SECRET_BYTES = 20
const PERIOD_SECONDS = 30
const DIGITS = 6
/** Clocks may be apart: the code of the step before and of the one after count too. */
const WINDOW_STEPS = 1

/** A new secret, in base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** What an app reads from a QR code. */
export function totpUri({ secret, site, username }: { secret: string; site: string; username: string }): string {
  return new TOTP({ ...rules, issuer: site, label: username, secret: Secret.fromBase32(secret) }).toString()
}

/**
 * The step whose code this is, counted from 1970 in units of 30 seconds; undefined: it is wrong. The caller must see to it that no step
 * counts twice.
 * @param secret in base32
 * @param nowMs unix milliseconds
 */
export function totpStep(secret: string, code: string, nowMs: number): number | undefined {
  if (!isTotpCode(code)) return undefined
  const at = { period: PERIOD_SECONDS, timestamp: nowMs }
  const delta = TOTP.validate({ ...rules, ...at, token: code, secret: Secret.fromBase32(secret), window: WINDOW_STEPS })
  return delta === null ? undefined : TOTP.counter(at) + delta
}

/** Has this text the form of a one-time password? */
export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code)

const rules = { algorithm: 'SHA1', digits: DIGITS, period: PERIOD_SECONDS }
