// What this site sends by itself: the outbox, and the mails and webhooks that go through it.
import { AppError } from '@waystation/contract/errors'
import type { Option } from '@waystation/contract/options/option'
import type { Database } from '../../db/database.ts'
import type { Egress } from '../../lib/net/egress.ts'
import type { SendMail } from '../../lib/net/smtp.ts'
import type { Secrets } from '../../lib/secret.ts'
import { MailService } from '../mail/mail-service.ts'
import { smtpReason } from '../mail/smtp-words.ts'
import { WebhookService } from '../webhook/webhook-service.ts'
import { type Outbox, openOutbox, Undeliverable } from './outbox.ts'

export interface OutgoingParts {
  readonly database: Database
  readonly secrets: Secrets
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly sendMail: SendMail
  /** For addresses that users name: reaches public ones only. */
  readonly siteEgress: Pick<Egress, 'send'>
  readonly isAlone: boolean
  /** Unix milliseconds. */
  readonly now: () => number
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
}

export interface Outgoing {
  readonly outbox: Outbox
  readonly mail: MailService
  readonly webhooks: WebhookService
}

export async function openOutgoing({
  database,
  secrets,
  options,
  sendMail,
  siteEgress,
  isAlone,
  now,
  onTrouble,
}: OutgoingParts): Promise<Outgoing> {
  const mail = new MailService({ options, send: sendMail })
  const webhooks = new WebhookService({ egress: siteEgress, now })
  const transports = { mail: mail.deliver, webhook: webhooks.deliver }
  const outbox = await openOutbox({ database, secrets, transports, isAlone, wordsOf: reasonOf, onTrouble })
  return { outbox, mail, webhooks }
}

/** Why a delivery failed, without addresses and secrets. */
function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.code
  if (!(error instanceof Undeliverable)) return smtpReason(error)
  return error.cause === undefined ? error.message : `${error.message}: ${smtpReason(error.cause)}`
}
