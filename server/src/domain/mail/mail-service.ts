// Mails of this site: written in the reader's language, sent through the outbox, one to each receiver.
import { AppError, type Language } from '@waystation/contract/errors'
import { systemName } from '@waystation/contract/options/appearance'
import type { Option } from '@waystation/contract/options/option'
import { serverAddress } from '@waystation/contract/options/payment'
import * as smtp from '@waystation/contract/options/smtp'
import { readMailbox } from '@waystation/contract/people/mailbox'
import { emailFault } from '@waystation/contract/people/user-name'
import { z } from 'zod'
import type { SendMail, SmtpServer } from '../../lib/net/smtp.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { storableText } from '../../lib/text/storable.ts'
import { type Delivery, type Transport, Undeliverable } from '../outbox/outbox.ts'
import { type MailMatter, writeMail } from './mail-words.ts'
import { isRefusedForGood, smtpWords } from './smtp-words.ts'

export interface MailParts {
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly send: SendMail
}

export interface MailDraft {
  /** One address, or several separated by semicolons. */
  readonly to: string
  readonly matter: MailMatter
  readonly language: Language
  /** Names what the mail is about, unique for ever. */
  readonly ref: string
  /** How long it is worth delivering. */
  readonly lifetimeMs: number
  /** To nobody: written to the outbox as if it were sent, so that both take as long. */
  readonly isBlank?: boolean
}

/** The port of SMTP with TLS from the first byte. */
const IMPLICIT_TLS_PORT = 465
const SENDER_NAME_MAX = 60

/** A mail as it waits in the outbox. */
const Stored = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() })

export class MailService {
  readonly #options: MailParts['options']
  readonly #send: SendMail

  constructor({ options, send }: MailParts) {
    this.#options = options
    this.#send = send
  }

  /** @throws AppError mail_not_set_up */
  assertReady(): void {
    this.#server()
    if (!this.#mailbox()) throw new AppError('mail_not_set_up')
  }

  /** Is mail set up? */
  isReady(): boolean {
    try {
      this.assertReady()
      return true
    } catch {
      return false
    }
  }

  /** A mail for the outbox: a delivery for each receiver. */
  deliveries({ to, matter, language, ref, lifetimeMs, isBlank }: MailDraft): Delivery[] {
    const mail = writeMail(matter, this.#options.get(systemName), language)
    return receivers(to).map((receiver, at) => ({
      ...{ kind: 'mail' as const, ref: at === 0 ? ref : `${ref}:${at}`, lifetimeMs },
      body: JSON.stringify({ to: receiver, ...mail }),
      ...(isBlank === undefined ? {} : { isBlank }),
    }))
  }

  /** Delivers a mail from the outbox. */
  readonly deliver: Transport = async ({ uid, body }, signal) => {
    try {
      await this.#send(this.#server(), { ...Stored.parse(JSON.parse(body)), from: this.#sender(), uid }, signal)
    } catch (error) {
      throw isRefusedForGood(error) ? new Undeliverable('refused', { cause: error }) : error
    }
  }

  /**
   * Sends a test mail at once to each receiver.
   * @throws AppError email_required, email_invalid, mail_not_set_up, mail_sender_missing, or mail_failed with what the server said
   */
  async test(to: string, language: Language): Promise<void> {
    const all = receivers(to)
    if (all.length === 0) throw new AppError('email_required', {}, { fields: { to: 'email_required' } })
    for (const address of all) {
      const fault = emailFault(address)
      if (fault) throw new AppError(fault, {}, { fields: { to: fault } })
    }
    const server = this.#server()
    // As a password is sent, and as the two are together (RFC 4616).
    const secrets = [server.password, `\0${server.account}\0${server.password}`]
    const mail = { ...writeMail({ kind: 'test' }, this.#options.get(systemName), language), from: this.#sender() }
    for (const address of all) {
      await this.#send(server, { ...mail, to: address, uid: newRequestId() }).catch((error) => {
        throw new AppError('mail_failed', { detail: smtpWords(error, secrets) }, { cause: error })
      })
    }
  }

  /**
   * A link to a page of this site, from the address that the super admin set: a header of the request could lead anywhere.
   * @throws AppError server_address_missing
   */
  link(path: string, query: Readonly<Record<string, string>>): string {
    const address = this.#options.get(serverAddress)
    if (address === '') throw new AppError('server_address_missing')
    return `${address}${path}?${new URLSearchParams(query)}`
  }

  #server(): SmtpServer {
    const port = this.#options.get(smtp.smtpPort)
    const host = this.#options.get(smtp.smtpServer)
    if (host === '') throw new AppError('mail_not_set_up')
    return {
      host,
      port,
      isImplicitTls: port === IMPLICIT_TLS_PORT || this.#options.get(smtp.smtpSslEnabled),
      account: this.#options.get(smtp.smtpAccount),
      password: this.#options.get(smtp.smtpToken),
    }
  }

  #sender() {
    const box = this.#mailbox()
    if (!box) throw new AppError('mail_sender_missing', {}, { fields: { SMTPFrom: 'mail_sender_missing' } })
    return { name: storableText(box.name || this.#options.get(systemName), SENDER_NAME_MAX), address: box.address }
  }

  #mailbox() {
    return readMailbox(this.#options.get(smtp.smtpFrom) || this.#options.get(smtp.smtpAccount))
  }
}

function receivers(to: string): string[] {
  return [
    ...new Set(
      to
        .split(/[;；]/)
        .map((address) => address.trim())
        .filter((address) => address !== ''),
    ),
  ]
}
