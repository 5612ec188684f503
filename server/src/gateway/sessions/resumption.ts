// Handles by which a session is gone on with: the vendor's, packed with the key that has the session, and sealed. Nothing has to be stored, and
// nobody can show the handle of somebody else's session.
import { AppError } from '@waystation/contract/errors'
import { isObject, parseJson } from '@waystation/wire/encoding/json'
import type { VendorPlace } from '../../domain/vendor-file/vendor-files.ts'
import type { Secrets } from '../../lib/secret.ts'

const PLACE = 'session handle'
/** The vendors' own are shorter; what is longer is none of ours. */
const MAX_LENGTH = 8 * 1024

/** The session that a handle stands for. */
export interface KeptSession extends VendorPlace {
  /** As the vendor names it. */
  readonly handle: string
}

export interface SessionHandles {
  /** What the user is given for a session. */
  seal(userId: number, session: KeptSession): string
  /** @throws AppError vendor_id_not_given where it was not given to this user */
  open(userId: number, shown: string): KeptSession
}

export function sessionHandles(secrets: Secrets): SessionHandles {
  return {
    seal: (userId, { channelId, keyId, handle }) => secrets.seal(JSON.stringify({ userId, channelId, keyId, handle }), PLACE),
    open(userId, shown) {
      const kept = shown.length > MAX_LENGTH ? undefined : opened(shown, secrets)
      if (kept?.userId !== userId) throw new AppError('vendor_id_not_given')
      return kept
    },
  }
}

function opened(shown: string, secrets: Secrets): (KeptSession & { readonly userId: number }) | undefined {
  try {
    const read = parseJson(secrets.open(shown, PLACE))
    if (!isObject(read)) return undefined
    return { userId: Number(read.userId), channelId: Number(read.channelId), keyId: Number(read.keyId), handle: String(read.handle) }
  } catch {
    return undefined
  }
}
