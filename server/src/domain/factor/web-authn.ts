// What is asked of the browser's passkeys and how their answers are checked (WebAuthn Level 3). A passkey must know who is using it (user
// verification), so it stands for a password and a second step together.
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { decodeAttestationObject, decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers'
import type { WebAuthnJson } from '@waystation/contract/people/second-factor'
import { z } from 'zod'
import { STEP_SECONDS } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'

/** ES256, RS256 and EdDSA, by their numbers in COSE: every authenticator can do one of them. */
const ALGORITHMS = [-7, -257, -8]
const TIMEOUT_MS = STEP_SECONDS * 1000
const TRANSPORTS_MAX = 8

const base64url = z.string().regex(/^[A-Za-z0-9_-]+$/)
/** The specification allows ids of 1023 bytes. */
const credentialId = base64url.max(1364)
const common = { id: credentialId, rawId: credentialId, type: z.literal('public-key') }
const transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])

const Registration = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.unknown()).max(50).optional(),
  }),
})

const Assertion = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.string().max(100).nullish(),
  }),
})
export type Assertion = z.infer<typeof Assertion>
export type Registration = z.infer<typeof Registration>

/** A passkey's answer, as far as its form is right; undefined: it is not. */
export const readRegistration = (json: WebAuthnJson): Registration | undefined => Registration.safeParse(json).data
export const readAssertion = (json: WebAuthnJson): Assertion | undefined => Assertion.safeParse(json).data

/** The challenge that an answer says it has signed; empty: it cannot be read. */
export function signedChallenge({ response }: { readonly response: { readonly clientDataJSON: string } }): string {
  try {
    return String(decodeClientDataJSON(response.clientDataJSON).challenge)
  } catch {
    return ''
  }
}

interface Known {
  readonly credential_id: string
  readonly transports: string
}

const descriptor = ({ credential_id, transports }: Known) => ({ id: credential_id, transports: transports.split(',').filter(Boolean) })

export interface NewPasskeyRequest {
  readonly party: RelyingParty
  readonly siteName: string
  readonly username: string
  /** Names the user to their passkeys, as base64url. */
  readonly handle: string
  readonly challenge: string
  /** Passkeys that the user has already. */
  readonly known: readonly Known[]
}

/** Options for `navigator.credentials.create`. */
export async function creationOptions({ party, siteName, username, handle, challenge, known }: NewPasskeyRequest): Promise<WebAuthnJson> {
  const options = await generateRegistrationOptions({
    ...{ rpName: siteName, rpID: party.id, userName: username, userDisplayName: username, timeout: TIMEOUT_MS },
    userID: isoBase64URL.toBuffer(handle),
    challenge: isoBase64URL.toBuffer(challenge),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(descriptor),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  })
  return { ...options }
}

/** Options for `navigator.credentials.get`. @param known the passkeys that may answer; empty: whichever the browser has for this site */
export async function requestOptions(party: RelyingParty, challenge: string, known: readonly Known[]): Promise<WebAuthnJson> {
  const options = await generateAuthenticationOptions({
    ...{ rpID: party.id, timeout: TIMEOUT_MS, userVerification: 'required' },
    challenge: isoBase64URL.toBuffer(challenge),
    allowCredentials: known.map(descriptor),
  })
  return { ...options }
}

/** A new passkey as it is stored. */
export interface CreatedPasskey {
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: string
  readonly isSynced: boolean
}

/** Checks the answer to `creationOptions`; undefined: it is not good. */
export async function checkRegistration(party: RelyingParty, challenge: string, answer: Registration): Promise<CreatedPasskey | undefined> {
  try {
    if (!isPlainAttestation(answer.response.attestationObject)) return undefined
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      // Sound: the schema has read all that the library reads.
      response: { ...answer, clientExtensionResults: {} } as unknown as RegistrationResponseJSON,
      ...{ expectedChallenge: challenge, expectedOrigin: party.origin, expectedRPID: party.id },
      ...{ requireUserVerification: true, supportedAlgorithmIDs: ALGORITHMS },
    })
    // The signed id counts; the one beside it is whatever the caller wrote there.
    if (!verified || registrationInfo.credential.id !== answer.id) return undefined
    return {
      credentialId: answer.id,
      publicKey: isoBase64URL.fromBuffer(registrationInfo.credential.publicKey),
      counter: registrationInfo.credential.counter,
      transports: transportsOf(answer.response.transports),
      isSynced: registrationInfo.credentialBackedUp,
    }
  } catch {
    return undefined
  }
}

/** What a passkey of ours was when it was last seen. */
export interface KnownPasskey {
  readonly credential_id: string
  readonly public_key: string
  readonly counter: number
}

/** Checks the answer to `requestOptions`; undefined: it is not good. A counter that has not grown is that of a copy. */
export async function checkAssertion(
  party: RelyingParty,
  challenge: string,
  answer: Assertion,
  passkey: KnownPasskey,
): Promise<{ counter: number; isSynced: boolean } | undefined> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      // Sound: the schema has read all that the library reads.
      response: { ...answer, clientExtensionResults: {} } as unknown as AuthenticationResponseJSON,
      ...{ expectedChallenge: challenge, expectedOrigin: party.origin, expectedRPID: party.id, requireUserVerification: true },
      credential: { id: passkey.credential_id, publicKey: isoBase64URL.toBuffer(passkey.public_key), counter: passkey.counter },
    })
    return verified ? { counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp } : undefined
  } catch {
    return undefined
  }
}

/**
 * Is this a statement without certificates? We ask for none, and the library would fetch the revocation list that a certificate names:
 * from any host that the caller likes.
 */
function isPlainAttestation(attestationObject: string): boolean {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const format = decoded.get('fmt')
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
}

/** Those that the specification names, as a comma list. */
function transportsOf(given: readonly unknown[] | undefined): string {
  const known = (given ?? []).flatMap((one) => transport.safeParse(one).data ?? [])
  return [...new Set(known)].slice(0, TRANSPORTS_MAX).join(',')
}
