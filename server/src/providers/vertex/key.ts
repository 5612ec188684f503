import { type ServiceAccount, serviceAccountOf } from '@waystation/contract/channels/channel-key'
import { vertex } from '@waystation/contract/vendors/vertex'

/** What signs in: a service account of a project, or an API key of express mode, which knows its project. */
export type Credentials =
  | { readonly kind: 'account'; readonly account: ServiceAccount }
  | { readonly kind: 'express'; readonly apiKey: string }

/** A channel's key. Throws TypeError, without a word of the key, where it is a document that is not of the format. */
export function credentialsOf(key: string): Credentials {
  if (!key.startsWith('{')) return { kind: 'express', apiKey: key }
  const account = serviceAccountOf(key)
  if (!account) throw new TypeError(`the key is not written as ${vertex.keyFormat}`)
  return { kind: 'account', account }
}
