// Sending mail. The super admin's throughout: whoever chooses the server is handed the password.
import { z } from 'zod'
import { flag, number, option, text } from './option.ts'

export const smtpServer = option({
  key: 'SMTPServer',
  type: text(),
  default: '',
  writer: 'root',
  about: 'Host name of the mail server.',
  isReady: false,
})

export const smtpPort = option({
  key: 'SMTPPort',
  type: number(z.number().int().min(1).max(65_535)),
  default: 587,
  writer: 'root',
  about: 'Port of the mail server.',
  isReady: false,
})

export const smtpAccount = option({
  key: 'SMTPAccount',
  type: text(),
  default: '',
  writer: 'root',
  about: 'Account at the mail server.',
  isReady: false,
})

export const smtpFrom = option({
  key: 'SMTPFrom',
  type: text(),
  default: '',
  writer: 'root',
  about: 'Sender of mails; empty: the account.',
  isReady: false,
})

export const smtpToken = option({
  key: 'SMTPToken',
  type: text(),
  default: '',
  secret: true,
  about: 'Password of the account at the mail server.',
  isReady: false,
})

export const smtpSslEnabled = option({
  key: 'SMTPSSLEnabled',
  type: flag(),
  default: false,
  writer: 'root',
  about: 'The connection starts with TLS instead of turning to it.',
  isReady: false,
})
