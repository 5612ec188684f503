// More than a password: passkeys, one-time passwords from an app (TOTP) and recovery codes, and what they confirm.
import { z } from 'zod'
import { exactText } from '../values/pasted.ts'

/** What a logged-in user confirms once more (control 19). A confirmation is good for its own purpose only. */
export const confirmPurposes = ['channel_keys', 'secret_options', 'ways_in', 'user_access', 'close_account'] as const
export type ConfirmPurpose = (typeof confirmPurposes)[number]

/** Minutes that a confirmation is good for, in the session that gave it. */
export const CONFIRMED_MINUTES = 15
/**
 * Minutes after a login in which it is a confirmation itself: one with a password or a passkey for all purposes but `ways_in`, any other for
 * those who have nothing to confirm with.
 */
export const LOGIN_CONFIRMS_MINUTES = 10
export const RECOVERY_CODE_COUNT = 10
export const PASSKEY_NAME_MAX = 50
/** Passkeys that one account may have. */
export const PASSKEYS_MAX = 20

/**
 * What the browser's WebAuthn calls take and give, in the JSON forms of WebAuthn Level 3 (`PublicKeyCredentialCreationOptionsJSON`,
 * `…RequestOptionsJSON`, `RegistrationResponseJSON`, `AuthenticationResponseJSON`). The server's library reads them strictly.
 */
export const WebAuthnJson = z.record(z.string().max(190), z.unknown())
export type WebAuthnJson = z.infer<typeof WebAuthnJson>

export const Passkey = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Is it kept by a password manager, and so on several devices? */
  is_synced: z.boolean(),
  /** Unix seconds. */
  created_at: z.number().int(),
  /** Unix seconds; null: never. */
  last_used_at: z.number().int().nullable(),
})
export type Passkey = z.infer<typeof Passkey>

/** The ways of a user to prove more than a password. */
export const Factors = z.object({
  totp: z.boolean(),
  /** Recovery codes that were not used yet. */
  recovery_codes_left: z.number().int(),
  passkeys: z.array(Passkey),
})
export type Factors = z.infer<typeof Factors>

/** A new secret for an app, not in force before a code of it was typed. */
export const TotpSecret = z.object({
  /** Base32, to be typed. */
  secret: z.string(),
  /** `otpauth://totp/…`, for a QR code. */
  uri: z.string(),
})
export type TotpSecret = z.infer<typeof TotpSecret>

/** How the caller may confirm. All false and null: by logging in again, within the last ten minutes. */
export const ConfirmWays = z.object({
  password: z.boolean(),
  totp: z.boolean(),
  /** Options for the browser's passkey dialog; null: the user has no passkey. */
  passkey: WebAuthnJson.nullable(),
})
export type ConfirmWays = z.infer<typeof ConfirmWays>

/** One proof; exactly one field counts. */
export const Proof = z.object({
  password: z.string().max(72).optional(),
  /** A one-time password of six digits. */
  code: exactText().max(20).optional(),
  passkey: WebAuthnJson.optional(),
})
export type Proof = z.infer<typeof Proof>
