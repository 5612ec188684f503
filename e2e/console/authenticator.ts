// Chromium's virtual authenticator, in the place of a fingerprint or a key.
import type { Page } from 'playwright-core'

/** The browser gets an authenticator that keeps passkeys and knows its user. @returns how many passkeys it has */
export async function addAuthenticator(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  return async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length
}
