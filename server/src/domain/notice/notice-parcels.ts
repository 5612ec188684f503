import { systemName } from '@waystation/contract/options/appearance'
import type { UserSetting } from '@waystation/contract/user'
import type { Secrets } from '../../lib/secret.ts'
import { type MailMatter, writeMail } from '../mail/mail-words.ts'
import type { OptionService } from '../option/option-service.ts'
import type { Parcel } from '../outbox/outbox.ts'
import type { Outgoing } from '../outbox/outgoing.ts'
import { openWebhookSecret } from '../user/webhook-secret.ts'

/** A warning that comes later helps nobody. */
const LIFETIME_MS = 6 * 3_600_000

export interface NoticeParts {
  readonly options: Pick<OptionService, 'get'>
  readonly secrets: Pick<Secrets, 'open'>
  readonly outgoing: Outgoing
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

/** A notice as the receiver wants it: by webhook or by mail. Empty where there is no address. */
export function noticeParcels(
  { options, outgoing, secrets }: NoticeParts,
  user: Receiver,
  setting: UserSetting,
  { matter, type, values, ref }: NoticeMatter,
): Parcel[] {
  const language = languageOfReceiver(user)
  if (setting.notify_type === 'webhook' && setting.webhook_url) {
    const { subject, text } = writeMail(matter, options.get(systemName), language)
    const message = { type, title: subject, content: text, values: [...values] }
    const secret = openWebhookSecret(secrets, { id: user.id, setting })
    return [outgoing.webhooks.parcel({ url: setting.webhook_url, secret, message, ref, lifetimeMs: LIFETIME_MS })]
  }
  const to = setting.notification_email || user.email
  return to === '' || !outgoing.mail.isReady() ? [] : outgoing.mail.parcels({ to, matter, language, ref, lifetimeMs: LIFETIME_MS })
}
