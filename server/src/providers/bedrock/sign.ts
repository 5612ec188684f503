// AWS's Signature Version 4. Source: AWS, "Signature Version 4 signing process", 2026.
import { AwsV4Signer } from 'aws4fetch'
import type { UnsignedRequest } from '../provider.ts'
import type { Credentials } from './key.ts'

/** Bedrock's name in signatures, of its runtime and of its control plane. */
const SERVICE = 'bedrock'

interface Signing {
  readonly credentials: Pick<Extract<Credentials, { kind: 'account' }>, 'region' | 'accessKeyId' | 'secretAccessKey'>
  readonly now: Date
  readonly service?: string
}

/**
 * The headers of a request, in lower case, with `x-amz-date` and `authorization`. The signature covers all headers that are given, the host,
 * the address and the body.
 */
export async function signedHeaders(
  { method, url, headers, body }: UnsignedRequest,
  { credentials, now, service = SERVICE }: Signing,
): Promise<Record<string, string>> {
  const { region, accessKeyId, secretAccessKey } = credentials
  const signer = new AwsV4Signer({
    ...{ method, url: url.href, headers, region, accessKeyId, secretAccessKey, service },
    ...(body !== undefined && { body: typeof body === 'string' ? body : body.slice() }),
    datetime: now.toISOString().replace(/[:-]|\.\d{3}/g, ''),
    allHeaders: true,
  })
  return Object.fromEntries((await signer.sign()).headers)
}
