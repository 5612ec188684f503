import { tokenKeyVisibility } from '@waystation/contract/options/operation'
import type { Option } from '@waystation/contract/options/option'
import { newRequestId } from '../../lib/request-id.ts'
import { randomText, type Secrets } from '../../lib/secret.ts'
import { KEY_END_LENGTH } from './key-search.ts'
import type { NewToken } from './token-store.ts'

const KEY_LENGTH = 48

/** What a stored key is sealed for. */
export const keyPlace = (rowUid: string) => `token:key_enc:${rowUid}`

/** Are keys stored so that they can be shown again? */
export function keepsKeys(options: { get<Value>(option: Option<Value>): Value }): boolean {
  return options.get(tokenKeyVisibility) !== 'hash_only'
}

/** A new key, and as it is stored. */
export function newKey(secrets: Secrets, isKept: boolean): { key: string; stored: NewToken['key'] } {
  const key = randomText(KEY_LENGTH)
  return { key, stored: storedKey(secrets, key, isKept) }
}

/** A key, without `sk-`, as it is stored. */
export function storedKey(secrets: Secrets, key: string, isKept: boolean): NewToken['key'] {
  const row_uid = newRequestId()
  return {
    key_hash: secrets.lookupHash(key),
    key_head: key.slice(0, KEY_END_LENGTH),
    key_tail: key.slice(-KEY_END_LENGTH),
    key_enc: isKept ? secrets.seal(key, keyPlace(row_uid)) : '',
    row_uid,
  }
}
