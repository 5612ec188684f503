// The secret that signs a user's webhooks: sealed in their settings, opened only where a webhook is sent.
import type { Secrets } from '../../../lib/secret.ts'

/** Decision D40: the place that the secret is sealed for. A user's id is never given to another. */
const placeOf = (userId: number) => `user:webhook_secret:${userId}`

export const sealWebhookSecret = (secrets: Pick<Secrets, 'seal'>, userId: number, secret: string): string =>
  secrets.seal(secret, placeOf(userId))

/**
 * The secret in a user's settings, or empty.
 * @throws Error when it was sealed for another user or with another key
 */
export function openWebhookSecret(
  secrets: Pick<Secrets, 'open'>,
  user: { readonly id: number; readonly setting: { readonly webhook_secret?: string | undefined } },
): string {
  const sealed = user.setting.webhook_secret ?? ''
  return sealed === '' ? '' : secrets.open(sealed, placeOf(user.id))
}
