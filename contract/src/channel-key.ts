// How the key of a channel is written where it is more than one secret.
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
