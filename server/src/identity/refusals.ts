import { AppError } from '@waystation/contract/errors'
import { type IdentityProviderName, providerTitles } from '@waystation/contract/people/sign-in'
import { SiteMisconfigured, SiteRefused, SiteUnreachable } from './ask.ts'

export type OnTrouble = (error: unknown, facts: Record<string, unknown>) => void

/**
 * Runs what asks a site, and gives its failures the words that a user may read; the operator's log has the reason.
 * @throws AppError sign_in_unreachable, sign_in_misconfigured or sign_in_failed
 */
export async function worded<Result>(site: IdentityProviderName, onTrouble: OnTrouble, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof AppError) throw error
    const isKnown = error instanceof SiteUnreachable || error instanceof SiteRefused || error instanceof SiteMisconfigured
    if (!isKnown) throw error
    const code =
      error instanceof SiteUnreachable
        ? 'sign_in_unreachable'
        : error instanceof SiteMisconfigured
          ? 'sign_in_misconfigured'
          : 'sign_in_failed'
    onTrouble(error, { event: code, site })
    throw new AppError(code, { provider: providerTitles[site] })
  }
}
