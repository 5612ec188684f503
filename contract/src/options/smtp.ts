// Sending mail. Only the super admin may write these: the chosen server receives the password.
import { z } from 'zod'
import { readMailbox } from '../mailbox.ts'
import { exactText } from '../pasted.ts'
import { flag, number, option, text } from './option.ts'

export const smtpServer = option({
  key: 'SMTPServer',
  type: text(),
  default: '',
  writer: 'root',
  about: 'Host name of the SMTP server.',
  isReady: true,
})

export const smtpPort = option({
  key: 'SMTPPort',
  type: number(z.number().int().min(1).max(65_535)),
  default: 587,
  writer: 'root',
  about: 'Port of the SMTP server.',
  isReady: true,
})

export const smtpAccount = option({
  key: 'SMTPAccount',
  type: text(),
  default: '',
  writer: 'root',
  about: 'Account at the SMTP server.',
  isReady: true,
})

export const smtpFrom = option({
  key: 'SMTPFrom',
  type: text(exactText().refine((value) => value === '' || readMailbox(value) !== undefined, 'bad_sender')),
  default: '',
  writer: 'root',
  about: 'Sender of emails: an address, or a name and an address such as Station <me@example.com>. Leave empty to use the account.',
  isReady: true,
})

export const smtpToken = option({
  key: 'SMTPToken',
  type: text(),
  default: '',
  secret: true,
  about: 'Password of the account at the SMTP server.',
  isReady: true,
})

export const smtpSslEnabled = option({
  key: 'SMTPSSLEnabled',
  type: flag(),
  default: false,
  writer: 'root',
  about: 'Connect with TLS from the start instead of STARTTLS.',
  isReady: true,
})
