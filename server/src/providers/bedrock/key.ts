import { isKeyOfFormat } from '@waystation/contract/channels/channel-key'
import { bedrock } from '@waystation/contract/vendors/bedrock'

/** What signs requests: the keys of an account, or a key that Bedrock itself gave. */
export type Credentials =
  | { readonly kind: 'account'; readonly region: string; readonly accessKeyId: string; readonly secretAccessKey: string }
  | { readonly kind: 'bearer'; readonly region: string; readonly token: string }

/** A channel's key in its parts. Throws TypeError, without a word of the key, where it is not of the format. */
export function credentialsOf(key: string): Credentials {
  if (!isKeyOfFormat(key, bedrock.keyFormat)) throw new TypeError(`the key is not written as ${bedrock.keyFormat}`)
  const parts = key.split('|')
  const [first = '', second = ''] = parts
  const region = parts.at(-1) ?? ''
  if (parts.length === 2) return { kind: 'bearer', region, token: first }
  return { kind: 'account', region, accessKeyId: first, secretAccessKey: second }
}
