// A passkey in software, written from the specification (WebAuthn Level 3, sections 5.8.1, 6.1, 6.5.1; RFC 8949 for CBOR; RFC 9053 for COSE).
// Tests bend its answers one at a time.
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

/** What an answer says instead of the truth. */
export interface Bend {
  readonly type?: string
  readonly challenge?: string
  readonly origin?: string
  readonly crossOrigin?: boolean
  /** The domain whose hash is signed. */
  readonly rpId?: string
  readonly isUserPresent?: boolean
  readonly isUserVerified?: boolean
  readonly counter?: number
  /** Null: none is sent. */
  readonly userHandle?: string | null
  readonly isSignatureBroken?: boolean
  /** Changes what is sent after it was signed. */
  readonly isDataBroken?: boolean
  readonly statement?: { readonly fmt: string; readonly attStmt: ReadonlyMap<string, unknown> }
  /** Says that it is another credential than the one that signs. */
  readonly credentialId?: string
}

interface Credential {
  readonly id: string
  readonly key: KeyObject
  readonly point: { readonly x: Buffer; readonly y: Buffer }
  userHandle: string
  counter: number
}

const FLAGS = { userPresent: 0x01, userVerified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 }

/** @param isCounting does it count its signatures? Password managers do not. */
export class SoftAuthenticator {
  readonly origin: string
  readonly rpId: string
  readonly isCounting: boolean
  readonly credentials: Credential[] = []

  constructor({ origin, isCounting = true }: { origin: string; isCounting?: boolean }) {
    this.origin = origin
    this.rpId = new URL(origin).hostname
    this.isCounting = isCounting
  }

  /** Answers `navigator.credentials.create`. @param known makes an answer with a credential that is there already */
  create(options: unknown, bend: Bend = {}, known?: Credential) {
    const { challenge, user } = options as { challenge: string; user: { id: string } }
    const credential = known ?? this.#newCredential(user.id)
    const clientData = this.#clientData('webauthn.create', challenge, bend)
    const authData = Buffer.concat([this.#head(bend, bend.counter ?? credential.counter, FLAGS.attested), attested(credential)])
    const { fmt, attStmt } = bend.statement ?? { fmt: 'none', attStmt: new Map() }
    const attestation = cbor(new Map<string, unknown>([['fmt', fmt], ['attStmt', attStmt], ['authData', authData]])) // biome-ignore format: one line
    return {
      ...{ id: bend.credentialId ?? credential.id, rawId: bend.credentialId ?? credential.id, type: 'public-key' },
      response: { clientDataJSON: base64url(clientData), attestationObject: base64url(attestation), transports: ['internal', 'hybrid'] },
      ...{ clientExtensionResults: {}, authenticatorAttachment: 'platform' },
    }
  }

  /** Answers `navigator.credentials.get`. @param by the credential that signs; the newest */
  get(options: unknown, bend: Bend = {}, by = this.credentials.at(-1)) {
    if (!by) throw new Error('this authenticator has no credential')
    const { challenge } = options as { challenge: string }
    if (this.isCounting) by.counter += 1
    const clientData = this.#clientData('webauthn.get', challenge, bend)
    const authData = this.#head(bend, bend.counter ?? by.counter, 0)
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()])
    const signature = createSign('sha256').update(signed).sign(by.key)
    if (bend.isSignatureBroken) signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1
    if (bend.isDataBroken) authData[36] = (authData[36] ?? 0) + 1
    const userHandle = bend.userHandle === undefined ? by.userHandle : bend.userHandle
    return {
      ...{ id: bend.credentialId ?? by.id, rawId: bend.credentialId ?? by.id, type: 'public-key', clientExtensionResults: {} },
      response: {
        ...{ clientDataJSON: base64url(clientData), authenticatorData: base64url(authData), signature: base64url(signature) },
        ...(userHandle === null ? {} : { userHandle }),
      },
    }
  }

  #newCredential(userHandle: string): Credential {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const point = { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url') }
    const credential = { id: base64url(randomBytes(32)), key: privateKey, point, userHandle, counter: 0 }
    this.credentials.push(credential)
    return credential
  }

  /** What the browser vouches for. */
  #clientData(type: string, challenge: string, bend: Bend): Buffer {
    const { origin = this.origin, crossOrigin = false } = bend
    return Buffer.from(JSON.stringify({ type: bend.type ?? type, challenge: bend.challenge ?? challenge, origin, crossOrigin }))
  }

  /** The first 37 bytes of the authenticator data: whose, how, and how often. */
  #head({ rpId = this.rpId, isUserPresent = true, isUserVerified = true }: Bend, counter: number, more: number): Buffer {
    const synced = this.isCounting ? 0 : FLAGS.backupEligible | FLAGS.backedUp
    const flags = (isUserPresent ? FLAGS.userPresent : 0) | (isUserVerified ? FLAGS.userVerified : 0) | synced | more
    const head = Buffer.alloc(37)
    createHash('sha256').update(rpId).digest().copy(head)
    head[32] = flags
    head.writeUInt32BE(counter, 33)
    return head
  }
}

/** The credential's id and public key, after an AAGUID of zeros. */
function attested({ id, point: { x, y } }: Credential): Buffer {
  const credentialId = Buffer.from(id, 'base64url')
  const length = Buffer.alloc(2)
  length.writeUInt16BE(credentialId.length)
  // kty EC2, alg ES256, crv P-256.
  const key = cbor(new Map<number, unknown>([[1, 2], [3, -7], [-1, 1], [-2, x], [-3, y]])) // biome-ignore format: one line
  return Buffer.concat([Buffer.alloc(16), length, credentialId, key])
}

/** CBOR of integers, byte strings, texts, lists and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value)
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value])
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Array.isArray(value)) return Buffer.concat([cborHead(4, value.length), ...value.map(cbor)])
  if (value instanceof Map) return Buffer.concat([cborHead(5, value.size), ...[...value].flatMap(([key, of]) => [cbor(key), cbor(of)])])
  throw new Error('not a value for CBOR')
}

function cborHead(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  if (size < 256) return Buffer.from([(major << 5) | 24, size])
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255])
}

const base64url = (bytes: Buffer) => bytes.toString('base64url')
