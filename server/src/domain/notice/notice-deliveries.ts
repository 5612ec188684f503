import { systemName } from '@waystation/contract/options/appearance'
import type { UserSetting } from '@waystation/contract/people/user'
import { loginKey } from '@waystation/contract/people/user-name'
import type { Secrets } from '../../lib/secret.ts'
import { type MailMatter, writeMail } from '../mail/mail-words.ts'
import type { OptionService } from '../option/option-service.ts'
import type { Delivery } from '../outbox/outbox.ts'
import type { Outgoing } from '../outbox/outgoing.ts'
import { noticeRules } from '../throttle/rules.ts'
import type { Throttle } from '../throttle/throttle.ts'
import { openWebhookSecret } from '../user/accounts/webhook-secret.ts'

/** A warning that comes later helps nobody. */
const LIFETIME_MS = 6 * 3_600_000

export interface NoticeParts {
  readonly options: Pick<OptionService, 'get'>
  readonly secrets: Pick<Secrets, 'open'>
  readonly outgoing: Outgoing
  readonly throttle: Pick<Throttle, 'take'>
}

/** Who is told. */
export interface Receiver {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly language: string
}

/** What they are told. */
export interface NoticeMatter {
  readonly matter: MailMatter
  /** What a webhook is told that it is about. */
  readonly type: string
  /** The figures in the text, for receivers that are programs. */
  readonly values: readonly string[]
  /** Unique for ever. */
  readonly ref: string
}

/** The language of somebody's notices. */
export const languageOfReceiver = ({ language }: Pick<Receiver, 'language'>): 'zh' | 'en' => (language === 'en' ? 'en' : 'zh')

/** Where somebody's notices go; undefined: nowhere. */
function addressOf({ outgoing }: NoticeParts, user: Receiver, setting: UserSetting): { isWebhook: boolean; to: string } | undefined {
  if (setting.notify_type === 'webhook' && setting.webhook_url) return { isWebhook: true, to: setting.webhook_url }
  const to = setting.notification_email || user.email
  return to === '' || !outgoing.mail.isReady() ? undefined : { isWebhook: false, to }
}

/**
 * A notice as the receiver wants it: by webhook or by mail. Empty where there is no address, or where the user or the address has had too
 * many today: what sets one off, such as a budget made anew, is in the user's hands.
 */
export async function noticeDeliveries(
  parts: NoticeParts,
  user: Receiver,
  setting: UserSetting,
  { matter, type, values, ref }: NoticeMatter,
): Promise<Delivery[]> {
  const { options, outgoing, secrets, throttle } = parts
  const address = addressOf(parts, user, setting)
  if (!address || 'retrySeconds' in (await throttle.take(noticeRules(user.id, address.to)))) return []
  const language = languageOfReceiver(user)
  const { isWebhook, to } = address
  if (isWebhook) {
    const { subject, text } = writeMail(matter, options.get(systemName), language)
    const message = { type, title: subject, content: text, values: [...values] }
    const secret = openWebhookSecret(secrets, { id: user.id, setting })
    return [outgoing.webhooks.delivery({ url: to, secret, message, ref, lifetimeMs: LIFETIME_MS })]
  }
  const isOwn = loginKey(to) === loginKey(user.email)
  return outgoing.mail.deliveries({ to, matter: isOwn ? matter : impersonal(matter), language, ref, lifetimeMs: LIFETIME_MS })
}

/** The same for a mailbox that is not the account's own: without a word that a user has written. */
function impersonal(matter: MailMatter): MailMatter {
  if (matter.kind === 'quota-warning') return { ...matter, username: '' }
  if (matter.kind === 'budget-warning') return { ...matter, username: '', tokenName: matter.tokenId === null ? null : `#${matter.tokenId}` }
  return matter
}
