// GitHub's web application flow. Source: docs.github.com, "Authorizing OAuth apps" and "Troubleshooting OAuth app access token request
// errors". An error of the token endpoint comes with status 200.
import { createHash } from 'node:crypto'
import { gitHubClientId, gitHubClientSecret } from '@waystation/contract/options/sign-in-sites'
import type { CodeSite, SiteAnswer } from '../domain/ports.ts'
import { type Ask, headerText, numericSubject, objectOf, SiteMisconfigured, SiteRefused, textOf } from './ask.ts'
import { worded } from './refusals.ts'
import type { SiteParts } from './site-parts.ts'

const OUR_MISTAKES = ['incorrect_client_credentials', 'redirect_uri_mismatch', 'unverified_user_email']

export function gitHub(parts: SiteParts): CodeSite {
  const { options, addresses, ask, onTrouble } = parts
  return {
    async address({ state, redirectUri, verifier }) {
      const url = new URL(addresses.gitHubAuthorize)
      url.search = new URLSearchParams({
        client_id: options.get(gitHubClientId),
        redirect_uri: redirectUri,
        state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }).toString()
      return url.href
    },
    identify: (answer) =>
      worded('github', onTrouble, async () => {
        const user = await readUser(ask, addresses.gitHubUser, await exchange(parts, answer))
        return {
          issuer: '',
          // The login name can be given up and taken by somebody else; the number stays.
          subject: numericSubject(user.id),
          name: textOf(user.login),
          displayName: textOf(user.name) || textOf(user.login),
        }
      }),
  }
}

/** The access token for a code. */
async function exchange({ options, addresses, ask }: SiteParts, { code, request }: SiteAnswer): Promise<string> {
  const form = {
    client_id: options.get(gitHubClientId),
    client_secret: options.get(gitHubClientSecret),
    code,
    ...(request ? { redirect_uri: request.redirectUri, code_verifier: request.verifier } : {}),
  }
  const answer = objectOf(
    await ask({
      method: 'POST',
      url: new URL(addresses.gitHubToken),
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    }),
  )
  const error = textOf(answer.error)
  if (OUR_MISTAKES.includes(error)) throw new SiteMisconfigured(error)
  const token = textOf(answer.access_token)
  if (error !== '' || token === '') throw new SiteRefused('no access token for this code')
  return token
}

function readUser(ask: Ask, address: string, token: string): Promise<Readonly<Record<string, unknown>>> {
  const headers = {
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
    'user-agent': 'waystation', // without one GitHub refuses
    authorization: `Bearer ${headerText(token)}`,
  }
  return ask({ method: 'GET', url: new URL(address), headers }).then(objectOf)
}
