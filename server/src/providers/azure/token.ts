// The token of an application, for its secret. Source: Microsoft, "OAuth 2.0 client credentials flow on the Microsoft identity platform",
// and "Authenticate with Microsoft Entra ID" of Azure OpenAI and of Azure Government, 2026; RFC 6749, 4.4.
import type { EntraApplication } from '@waystation/contract/channels/channel-key'
import { tokenIn, tokenRequest } from '../oauth.ts'
import type { CredentialExchange } from '../provider.ts'

const PUBLIC_LOGIN = 'https://login.microsoftonline.com'
const GOVERNMENT_LOGIN = 'https://login.microsoftonline.us'

/** The current API, and Claude. */
const CURRENT_SCOPE = 'https://ai.azure.com/.default'
/** The older API, whose addresses name the deployment. */
const OLDER_SCOPE = 'https://cognitiveservices.azure.com/.default'
const GOVERNMENT_SCOPE = 'https://cognitiveservices.azure.us/.default'

/**
 * @param url where the token will be shown: its cloud and API decide what the token must be for
 * @param login another address than Microsoft's: for tests
 */
export function tokenExchange({ tenantId, clientId, clientSecret }: EntraApplication, url: URL, login?: string): CredentialExchange {
  const isGovernment = url.hostname.endsWith('.azure.us')
  const isOlder = url.searchParams.has('api-version') && !url.pathname.includes('/openai/v1/')
  const scope = isGovernment ? GOVERNMENT_SCOPE : isOlder ? OLDER_SCOPE : CURRENT_SCOPE
  const authority = login ?? (isGovernment ? GOVERNMENT_LOGIN : PUBLIC_LOGIN)
  return {
    purpose: scope,
    request: () =>
      tokenRequest(`${authority}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`, {
        ...{ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope },
      }),
    read: tokenIn,
  }
}
