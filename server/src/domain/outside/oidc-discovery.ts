// The endpoints of an OpenID Connect provider, from its discovery document (OpenID Connect Discovery 1.0, section 3).
import { AppError } from '@waystation/contract/errors'
import type { ReadDocument } from './json-document.ts'

export interface OidcEndpoints {
  readonly authorization_endpoint: string
  readonly token_endpoint: string
  readonly userinfo_endpoint: string
}

/** Reads them. Throws AppError oidc_endpoint_missing, or what the reader throws. */
export async function discoverOidcEndpoints(readDocument: ReadDocument, address: string): Promise<OidcEndpoints> {
  const document = await readDocument(address)
  const endpoint = (name: keyof OidcEndpoints) => {
    const value = document[name]
    if (typeof value !== 'string' || !/^https?:\/\//i.test(value)) throw new AppError('oidc_endpoint_missing', { name })
    return value
  }
  return {
    authorization_endpoint: endpoint('authorization_endpoint'),
    token_endpoint: endpoint('token_endpoint'),
    userinfo_endpoint: endpoint('userinfo_endpoint'),
  }
}
