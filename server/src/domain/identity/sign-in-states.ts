// What a browser takes along to another site and must bring back: a random state that counts once, within ten minutes, in the browser that
// began, or for a link in the session that began (control 10).
import { randomBytes } from 'node:crypto'
import { AppError } from '@waystation/contract/errors'
import type { IdentityProviderName } from '@waystation/contract/people/sign-in'
import type { Database } from '../../db/database.ts'
import { isRecord } from '../../lib/fields.ts'
import { type Secrets, sha256 } from '../../lib/secret.ts'
import type { Caller } from '../session/caller.ts'
import { openSignInState, takeSignInState } from './sign-in-state-store.ts'

const STATE_SECONDS = 600
const STATE_BYTES = 32
const SECRET_BYTES = 32

/** Who begins: the logged-in user, and the browser. */
export interface Beginner {
  readonly caller: Caller | undefined
  /** The id in the session's cookie, or empty. */
  readonly sessionId: string
  /** The id in the browser's own cookie. */
  readonly browserId: string
}

export interface StateRequest {
  /** Undefined: any provider that takes a code; the clients of this family do not name it. */
  readonly provider: IdentityProviderName | undefined
  readonly purpose: 'login' | 'bind'
  readonly inviteCode: string
  /** Where the site is to send the browser, when the server makes the address; undefined: the client makes it. */
  readonly redirectUri: string | undefined
}

export interface OpenedState {
  readonly state: string
  readonly verifier: string
  readonly nonce: string
}

/** What was begun with a state. */
export interface TakenState {
  readonly purpose: 'login' | 'bind'
  readonly userId: number
  readonly inviteCode: string
  /** Undefined: the client made the address. */
  readonly sent: { readonly redirectUri: string; readonly verifier: string; readonly nonce: string } | undefined
}

export interface SignInStates {
  /** @throws AppError not_logged_in when a link is begun without a session */
  open(request: StateRequest, by: Beginner): Promise<OpenedState>
  /**
   * Takes a state: it is gone afterwards, also when it is refused.
   * @throws AppError sign_in_state for one that is unknown, used, expired, of another provider, browser or session
   */
  take(state: string, provider: IdentityProviderName, by: Beginner): Promise<TakenState>
}

export interface SignInStateParts {
  readonly database: Database
  readonly secrets: Pick<Secrets, 'seal' | 'open'>
  /** Unix milliseconds. */
  readonly now: () => number
}

export function signInStates({ database, secrets, now }: SignInStateParts): SignInStates {
  const nowSeconds = () => Math.floor(now() / 1000)
  const placeOf = (stateHash: string) => `sign_in_state:sealed:${stateHash}`

  return {
    async open({ provider, purpose, inviteCode, redirectUri }, by) {
      if (purpose === 'bind' && !by.caller) throw new AppError('not_logged_in')
      const opened = { state: random(STATE_BYTES), verifier: random(SECRET_BYTES), nonce: random(SECRET_BYTES) }
      const stateHash = sha256(opened.state)
      const { verifier, nonce } = opened
      await database.run(openSignInState, {
        state_hash: stateHash,
        provider: provider ?? '',
        purpose,
        user_id: purpose === 'bind' ? (by.caller?.id ?? 0) : 0,
        owner_hash: ownerHash(purpose, by),
        sealed: redirectUri === undefined ? '' : secrets.seal(JSON.stringify({ verifier, nonce }), placeOf(stateHash)),
        invite_code: inviteCode,
        redirect_uri: redirectUri ?? '',
        expires_at: nowSeconds() + STATE_SECONDS,
      })
      return opened
    },

    async take(state, provider, by) {
      if (!/^[A-Za-z0-9_-]{43}$/.test(state)) throw new AppError('sign_in_state')
      const stateHash = sha256(state)
      const row = await database.run(takeSignInState, { stateHash })
      if (!row || row.expires_at <= nowSeconds()) throw new AppError('sign_in_state')
      const purpose = row.purpose === 'bind' ? 'bind' : 'login'
      // Telegram's widget is given its own state: one that was made for a code is no consent to link a Telegram account.
      const isForProvider = row.provider === provider || (row.provider === '' && provider !== 'telegram')
      const isOwner = row.owner_hash === ownerHash(purpose, by) && (purpose === 'login' || by.caller?.id === row.user_id)
      if (!isForProvider || !isOwner) throw new AppError('sign_in_state')
      const sent =
        row.sealed === '' ? undefined : { redirectUri: row.redirect_uri, ...openSealed(secrets.open(row.sealed, placeOf(stateHash))) }
      return { purpose, userId: row.user_id, inviteCode: row.invite_code, sent }
    },
  }
}

/** A login belongs to a browser, a link to a session. */
function ownerHash(purpose: 'login' | 'bind', { sessionId, browserId }: Beginner): string {
  return sha256(JSON.stringify([purpose, purpose === 'bind' ? sessionId : browserId]))
}

function openSealed(text: string): { verifier: string; nonce: string } {
  const value: unknown = JSON.parse(text)
  if (!isRecord(value)) throw new Error('a sign-in state holds no secrets')
  return { verifier: String(value.verifier), nonce: String(value.nonce) }
}

const random = (bytes: number) => randomBytes(bytes).toString('base64url')
