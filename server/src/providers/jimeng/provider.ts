// Jimeng: each request is signed with a key of two halves. Source: Volcengine, Jimeng AI, "Video generation 3.0 Pro", 2026.
import { isKeyOfFormat } from '@waystation/contract/channels/channel-key'
import { jimeng as vendor } from '@waystation/contract/vendors/jimeng'
import { openAICompatible } from '../openai-compatible.ts'
import type { Provider } from '../provider.ts'
import { signedHeaders } from './sign.ts'

/** The same for all of its models. */
const PLACE = { region: 'cn-north-1', service: 'cv' } as const

/**
 * The HTTP statuses of its codes, some of which come with a good status: no access, too many requests, and a request that cannot be used. What the gateway
 * before it refuses is never the caller's fault, though it may come with 400 or 404: keys, a clock that is wrong, an address that is no more.
 */
const statuses: readonly (readonly [RegExp, number])[] = [
  [/^(Invalid(AccessKey|Authorization|Credential|SecretToken)|Missing(AuthenticationToken|Signature)|SignatureDoesNotMatch)$/, 401],
  [/^(AccessDenied|LackPolicy|50400)$/, 403],
  [/^(InvalidTimestamp|InvalidActionOrVersion|ServiceNotFound|MissingParameter|MissingRequestInfo)$/, 502],
  [/^504(29|30)$/, 429],
  [/^(50204|50215|5041[1-9]|505[12]\d)$/, 400],
  [/^5050[01]$/, 500],
]

export const jimeng: Provider = {
  ...openAICompatible(vendor, {
    normalizeStatus: ({ code = '' }) => statuses.find(([pattern]) => pattern.test(code))?.[1],
  }),
  async sign(request, { key }, now) {
    if (!isKeyOfFormat(key, vendor.keyFormat)) throw new TypeError(`the key is not written as ${vendor.keyFormat}`)
    const [accessKey = '', secretKey] = key.split('|')
    return secretKey === undefined ? request.headers : signedHeaders(request, { accessKey, secretKey, ...PLACE, now })
  },
}
