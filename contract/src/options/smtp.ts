// Sending mail. Only the super admin may write these: the chosen server receives the password.
import { z } from 'zod'
import { readMailbox } from '../people/mailbox.ts'
import { exactText } from '../values/pasted.ts'
import { flag, number, option, text } from './option.ts'

export const smtpServer = option({
  key: 'SMTPServer',
  type: text(),
  default: '',
  writer: 'root',
  name: { en: 'SMTP server', zh: 'SMTP 服务器' },
  about: { en: 'Host name of the SMTP server.', zh: 'SMTP 服务器的主机名。' },
  card: ['smtp', 1],
})

export const smtpPort = option({
  key: 'SMTPPort',
  type: number(z.number().int().min(1).max(65_535)),
  default: 587,
  writer: 'root',
  name: { en: 'SMTP port', zh: 'SMTP 端口' },
  about: { en: 'Port of the SMTP server.', zh: 'SMTP 服务器的端口。' },
  card: ['smtp', 2],
})

export const smtpAccount = option({
  key: 'SMTPAccount',
  type: text(),
  default: '',
  writer: 'root',
  name: { en: 'SMTP account', zh: 'SMTP 账户' },
  about: { en: 'Account at the SMTP server.', zh: '在 SMTP 服务器上的账户。' },
  card: ['smtp', 3],
})

export const smtpFrom = option({
  key: 'SMTPFrom',
  type: text(exactText().refine((value) => value === '' || readMailbox(value) !== undefined, 'bad_sender')),
  default: '',
  writer: 'root',
  name: { en: 'Sender address', zh: '发件人地址' },
  about: {
    en: 'Sender of emails: an address, or a name and an address such as Station <me@example.com>. Leave empty to use the account.',
    zh: '邮件的发件人：邮箱地址，或“名称 <邮箱地址>”。留空则使用账户。',
  },
  card: ['smtp', 5],
})

export const smtpToken = option({
  key: 'SMTPToken',
  type: text(),
  default: '',
  secret: true,
  name: { en: 'SMTP password', zh: 'SMTP 密码' },
  about: { en: 'Password of the account at the SMTP server.', zh: 'SMTP 账户的密码或授权码。' },
  card: ['smtp', 4],
})

export const smtpSslEnabled = option({
  key: 'SMTPSSLEnabled',
  type: flag(),
  default: false,
  writer: 'root',
  name: { en: 'Implicit TLS', zh: '直接使用 TLS' },
  about: { en: 'Connect with TLS from the start instead of STARTTLS.', zh: '从连接开始就使用 TLS，而不是 STARTTLS。' },
  card: ['smtp', 6],
})
