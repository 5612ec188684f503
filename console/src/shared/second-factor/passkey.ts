// The browser's passkey dialogs. Loaded at the first press of a button that needs them.
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { errorMessage } from '@waystation/contract/errors'
import type { WebAuthnJson } from '@waystation/contract/people/second-factor'
import { Cancelled } from '~/api/cancelled'
import { currentLanguage } from '~/i18n/language'

/** Lets the browser prove a passkey of this user. @throws Cancelled when its dialog was closed or timed out; Error with words for the user */
export async function provePasskey(options: WebAuthnJson): Promise<WebAuthnJson> {
  if (!isRequest(options)) throw inWords('')
  return { ...(await startAuthentication({ optionsJSON: options }).catch(rethrow)) }
}

/** Lets the browser make a passkey. @throws as `provePasskey` */
export async function makePasskey(options: WebAuthnJson): Promise<WebAuthnJson> {
  if (!isCreation(options)) throw inWords('')
  return { ...(await startRegistration({ optionsJSON: options }).catch(rethrow)) }
}

// The server's library makes them; only that something came is looked at here.
function isRequest(options: WebAuthnJson): options is WebAuthnJson & PublicKeyCredentialRequestOptionsJSON {
  return typeof options.challenge === 'string'
}
function isCreation(options: WebAuthnJson): options is WebAuthnJson & PublicKeyCredentialCreationOptionsJSON {
  return typeof options.challenge === 'string' && typeof options.user === 'object'
}

function rethrow(error: unknown): never {
  throw inWords(error instanceof Error ? error.name : '')
}

/** Browsers give the same name to a dialog that was closed, one that timed out, and one that found no passkey. */
function inWords(name: string): Error {
  if (name === 'NotAllowedError' || name === 'AbortError') return new Cancelled()
  return new Error(errorMessage(name === 'InvalidStateError' ? 'passkey_taken' : 'passkey_failed', {}, currentLanguage()))
}
