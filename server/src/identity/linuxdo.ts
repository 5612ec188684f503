// LINUX DO Connect. Its client authenticates with Basic, its users are numbered, and a trust level says how long they have been around.
import { AppError } from '@waystation/contract/errors'
import { serverAddress } from '@waystation/contract/options/payment'
import { linuxDoClientId, linuxDoClientSecret, linuxDoMinimumTrustLevel } from '@waystation/contract/options/sign-in-sites'
import { providerTitles } from '@waystation/contract/people/sign-in'
import type { CodeSite, SiteAnswer } from '../domain/ports.ts'
import { headerText, numericSubject, objectOf, SiteMisconfigured, SiteRefused, textOf } from './ask.ts'
import { worded } from './refusals.ts'
import type { SiteParts } from './site-parts.ts'

export function linuxDo(parts: SiteParts): CodeSite {
  const { options, addresses, ask, onTrouble } = parts
  return {
    async address({ state, redirectUri }) {
      const url = new URL(addresses.linuxDoAuthorize)
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: options.get(linuxDoClientId),
        redirect_uri: redirectUri,
        state,
      }).toString()
      return url.href
    },
    identify: (answer) =>
      worded('linuxdo', onTrouble, async () => {
        const token = await exchange(parts, answer)
        const headers = { accept: 'application/json', authorization: `Bearer ${headerText(token)}` }
        const user = objectOf(await ask({ method: 'GET', url: new URL(addresses.linuxDoUser), headers }))
        assertTrusted(user.trust_level, options.get(linuxDoMinimumTrustLevel))
        return {
          issuer: '',
          subject: numericSubject(user.id),
          name: textOf(user.username),
          displayName: textOf(user.name) || textOf(user.username),
          ...(user.active === false || user.silenced === true ? { notNew: 'sign_in_restricted' as const } : {}),
        }
      }),
  }
}

async function exchange({ options, addresses, ask }: SiteParts, { code, request }: SiteAnswer): Promise<string> {
  const basic = Buffer.from(`${options.get(linuxDoClientId)}:${options.get(linuxDoClientSecret)}`).toString('base64')
  const answer = await ask({
    method: 'POST',
    url: new URL(addresses.linuxDoToken),
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded', authorization: `Basic ${basic}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      // The clients of this family name none when they send the browser there, and this one when they come for the token.
      redirect_uri: request?.redirectUri ?? `${options.get(serverAddress)}/api/oauth/linuxdo`,
    }).toString(),
  })
  if (answer.status === 401) throw new SiteMisconfigured('the client is not accepted')
  const token = textOf(objectOf(answer).access_token)
  if (token === '') throw new SiteRefused('no access token for this code')
  return token
}

/** A level that is missing is none. @throws AppError sign_in_trust_level */
function assertTrusted(level: unknown, minimum: number): void {
  if (minimum > 0 && !(typeof level === 'number' && level >= minimum))
    throw new AppError('sign_in_trust_level', { provider: providerTitles.linuxdo, minimum })
}
