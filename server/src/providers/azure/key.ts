import { type EntraApplication, entraApplicationOf } from '@waystation/contract/channels/channel-key'
import { azure } from '@waystation/contract/vendors/azure'

/** What signs in: a key of the resource, a token of Entra ID for as long as it holds, or an application that gets tokens. */
export type AzureKey =
  | { readonly kind: 'api-key'; readonly apiKey: string }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'application'; readonly application: EntraApplication }

/** A JWT. A key of a resource has no dot in it. */
const TOKEN = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/

/** A channel's key. Throws TypeError, without a word of the key, where it is several secrets that are not those of an application. */
export function azureKeyOf(key: string): AzureKey {
  if (TOKEN.test(key)) return { kind: 'token', token: key }
  if (!key.includes('|')) return { kind: 'api-key', apiKey: key }
  const application = entraApplicationOf(key)
  if (!application) throw new TypeError(`the key is not written as ${azure.keyFormat}`)
  return { kind: 'application', application }
}
