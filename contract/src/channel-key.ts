// How the key of a channel is written where it is more than one secret.
import { LIST_SEPARATOR, splitList } from './codec.ts'
import { cleanExact, cleanKey } from './pasted.ts'
import type { KeyFormat } from './vendors/vendor.ts'

/** AWS's regions, such as `us-east-1` and `us-gov-west-1`. It becomes part of the host that receives the key. */
const AWS_REGION = /[a-z]{2,8}(?:-[a-z]{2,12}){1,2}-\d{1,2}/.source

/** The formats that are checked before a key is stored. A key of Bedrock's own (`api-key|region`) takes the place of the two of an account. */
const shapes: Readonly<Partial<Record<KeyFormat, RegExp>>> = {
  'access-key|secret-key|region': new RegExp(`^(?:[^|\\s]{1,4096}\\|)?[^|\\s]{1,4096}\\|${AWS_REGION}$`),
}

/** Is this text a key of the format, as far as that can be seen? */
export function isKeyOfFormat(key: string, format: KeyFormat): boolean {
  return shapes[format]?.test(key) ?? true
}

/** How a text of keys is read: as one JSON document, which has commas and lines of its own, or as one key per line or comma. */
export type KeyReading = 'document' | 'list'

/** The keys in a text, each once and as it was meant. */
export function splitKeys(text: string, reading: KeyReading): string[] {
  const keys = reading === 'document' ? [cleanKey(text)] : splitList(text, LIST_SEPARATOR).map(cleanKey)
  return [...new Set(keys)].filter((key) => key !== '')
}

/** The text of one key, or of several, one per line. A JSON document stays in one piece, whatever stands in it. */
export function cleanKeys(text: string): string {
  const exact = cleanExact(text)
  return cleanKey(exact).startsWith('{') ? cleanKey(exact) : splitKeys(exact, 'list').join('\n')
}
