// A user's passkeys: adding, renaming and removing them, and checking what one of them has signed.
import { AppError } from '@waystation/contract/errors'
import { systemName } from '@waystation/contract/options/appearance'
import { passwordLoginEnabled } from '@waystation/contract/options/login'
import type { Option } from '@waystation/contract/options/option'
import { serverAddress } from '@waystation/contract/options/payment'
import { PASSKEYS_MAX, type Passkey, type WebAuthnJson } from '@waystation/contract/people/second-factor'
import { userStatus } from '@waystation/contract/site/status-table'
import type { Database } from '../../db/database.ts'
import { type Secrets, sha256 } from '../../lib/secret.ts'
import { openProviderNames } from '../identity/open-providers.ts'
import type { ChallengeOwner, ChallengePurpose, Challenges } from './challenges.ts'
import { addPasskey, findCredential, findPasskeys, removePasskey, renamePasskey, type StoredPasskey, usePasskey } from './passkey-store.ts'
import { type RelyingParty, relyingParty } from './relying-party.ts'

export interface PasskeyParts {
  readonly database: Database
  readonly secrets: Pick<Secrets, 'sign'>
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly challenges: Challenges
  /** Unix milliseconds. */
  readonly now: () => number
}

/** The library takes 26 MB and a seventh of a second, so it is loaded with the first passkey. */
const webAuthn = () => import('./web-authn.ts')

interface Owner {
  readonly id: number
  readonly username: string
}

/** Whose passkey has signed. */
export interface Signer {
  readonly userId: number
  readonly username: string
  readonly authEpoch: number
}

export class Passkeys {
  readonly #parts: PasskeyParts

  constructor(parts: PasskeyParts) {
    this.#parts = parts
  }

  /** Can browsers use passkeys at this server's address? */
  get isAvailable(): boolean {
    return relyingParty(this.#parts.options.get(serverAddress)) !== undefined
  }

  async list(userId: number): Promise<Passkey[]> {
    return (await findPasskeys(this.#parts.database, userId)).map(shown)
  }

  /** @throws AppError passkey_unavailable, passkeys_full */
  async startAdding({ id, username }: Owner, sessionId: string): Promise<WebAuthnJson> {
    const { database, options, challenges } = this.#parts
    const party = this.#party()
    const known = await findPasskeys(database, id)
    if (known.length >= PASSKEYS_MAX) throw new AppError('passkeys_full')
    const challenge = await challenges.open('passkey-add', { place: sessionId, userId: id })
    const { creationOptions } = await webAuthn()
    return creationOptions({ party, siteName: options.get(systemName), username, handle: this.#handle(id), challenge, known })
  }

  /** @throws AppError passkey_unavailable, passkey_failed, passkey_taken, passkeys_full */
  async add({ id }: Owner, sessionId: string, given: { name: string; passkey: WebAuthnJson }): Promise<Passkey> {
    const { database, challenges, now } = this.#parts
    const party = this.#party()
    const { readRegistration, signedChallenge, checkRegistration } = await webAuthn()
    const answer = readRegistration(given.passkey)
    const challenge = answer ? signedChallenge(answer) : ''
    const isOurs = await challenges.take(challenge, 'passkey-add', { place: sessionId, userId: id })
    const created = answer && isOurs ? await checkRegistration(party, challenge, answer) : undefined
    if (!created) throw new AppError('passkey_failed')
    const row = {
      ...{ user_id: id, credential_hash: sha256(created.credentialId), credential_id: created.credentialId },
      ...{ public_key: created.publicKey, counter: created.counter, transports: created.transports, name: given.name },
      ...{ is_synced: created.isSynced ? 1 : 0, created_at: Math.floor(now() / 1000), last_used_at: null },
    }
    return shown({ ...row, id: await database.run(addPasskey, row) })
  }

  /** @throws AppError not_found */
  async rename({ id }: Owner, passkeyId: number, name: string): Promise<Passkey> {
    const { database } = this.#parts
    await database.run(renamePasskey, { userId: id, id: passkeyId, name })
    const found = (await findPasskeys(database, id)).find((passkey) => passkey.id === passkeyId)
    if (!found) throw new AppError('not_found', { what: 'passkey' })
    return shown(found)
  }

  /** Returns the name of the passkey that is gone. @throws AppError not_found, identity_last */
  remove({ id }: Owner, passkeyId: number): Promise<string> {
    const { database, options } = this.#parts
    // Another passkey is a way in as long as one is left, so only the other ways count here.
    const open = { password: options.get(passwordLoginEnabled), providers: openProviderNames(options), passkeys: this.isAvailable }
    return database.run(removePasskey, { userId: id, id: passkeyId, open })
  }

  /** Options for signing. @param owner for a login `userId` is 0, and any passkey may answer @throws AppError passkey_unavailable */
  async ask(purpose: ChallengePurpose, owner: ChallengeOwner): Promise<WebAuthnJson> {
    const party = this.#party()
    const known = owner.userId === 0 ? [] : await findPasskeys(this.#parts.database, owner.userId)
    const { requestOptions } = await webAuthn()
    return requestOptions(party, await this.#parts.challenges.open(purpose, owner), known)
  }

  /**
   * Checks what a passkey has signed, once.
   * @param owner for a login `userId` is 0: the passkey says who it is
   * @throws AppError passkey_unavailable, or passkey_failed for every other reason alike
   */
  async check(json: WebAuthnJson, purpose: ChallengePurpose, owner: ChallengeOwner): Promise<Signer> {
    const { database, challenges, now } = this.#parts
    const party = this.#party()
    const { readAssertion, signedChallenge, checkAssertion } = await webAuthn()
    const answer = readAssertion(json)
    const challenge = answer ? signedChallenge(answer) : ''
    const isOurs = await challenges.take(challenge, purpose, owner)
    const passkey = answer && isOurs ? await findCredential(database, sha256(answer.id)) : undefined
    if (!answer || !passkey || !this.#isUsersOwn(passkey, owner.userId, answer.response.userHandle)) throw new AppError('passkey_failed')
    const signed = await checkAssertion(party, challenge, answer, passkey)
    const use = signed && { id: passkey.id, formerCounter: passkey.counter, ...signed, usedAt: Math.floor(now() / 1000) }
    if (!use || !(await database.run(usePasskey, use))) throw new AppError('passkey_failed')
    return { userId: passkey.user_id, username: passkey.username, authEpoch: passkey.auth_epoch }
  }

  /** A login is told by the passkey whose it is; one that confirms may leave it out, but must be the caller's. */
  #isUsersOwn(
    passkey: { user_id: number; status: number; deleted_at: number | null },
    wanted: number,
    handle: string | null | undefined,
  ): boolean {
    if (passkey.status !== userStatus.active || passkey.deleted_at !== null) return false
    const isNamed = handle === this.#handle(passkey.user_id)
    return wanted === 0 ? isNamed : passkey.user_id === wanted && (isNamed || !handle)
  }

  /** What a user's passkeys know them by: it tells nobody else who they are. */
  #handle(userId: number): string {
    return this.#parts.secrets.sign('passkey user', String(userId))
  }

  #party(): RelyingParty {
    const party = relyingParty(this.#parts.options.get(serverAddress))
    if (!party) throw new AppError('passkey_unavailable')
    return party
  }
}

const shown = ({ id, name, is_synced, created_at, last_used_at }: StoredPasskey): Passkey => ({
  ...{ id, name, created_at, last_used_at },
  is_synced: is_synced === 1,
})
