// What went wrong with a mail, in words for an admin and for the log: never the password, and in the log no address either.

import type { Words } from '@waystation/contract/errors'
import { withoutEnd } from '@waystation/contract/values/without-end'
import { fieldsOf } from '../../lib/fields.ts'
import { BlockedAddress } from '../../lib/net/address-guard.ts'
import { TlsPort } from '../../lib/net/smtp.ts'

const RESPONSE_MAX = 200

const causes: readonly { readonly codes: RegExp; readonly words: Words }[] = [
  {
    codes: /^(ENOTFOUND|EAI_AGAIN|EDNS)$/,
    words: { zh: '找不到 SMTP 服务器的地址', en: 'the name of the SMTP server cannot be resolved' },
  },
  {
    codes: /^ECONNREFUSED$/,
    words: { zh: 'SMTP 服务器拒绝连接，请检查端口', en: 'the SMTP server refused the connection, check the port' },
  },
  { codes: /^(ETIMEDOUT|ETIME)$/, words: { zh: 'SMTP 服务器没有响应', en: 'the SMTP server does not respond' } },
  {
    codes: /^(ETLS|EREQUIRETLS|ERR_TLS.*|ERR_SSL.*|CERT_.*|.*SELF_SIGNED.*|UNABLE_TO_.*|EPROTO)$/,
    words: { zh: '无法与 SMTP 服务器建立可信的 TLS 连接', en: 'a trusted TLS connection to the SMTP server is not possible' },
  },
  { codes: /^(EAUTH|ENOAUTH)$/, words: { zh: 'SMTP 账户或密码被拒绝', en: 'the SMTP server rejected the account or password' } },
  { codes: /^EENVELOPE$/, words: { zh: 'SMTP 服务器拒绝了发件人或收件人', en: 'the SMTP server rejected the sender or the recipient' } },
  { codes: /^(EMESSAGE|EPROTOCOL)$/, words: { zh: 'SMTP 服务器拒绝了邮件', en: 'the SMTP server rejected the email' } },
]

const otherwise: Words = { zh: '与 SMTP 服务器的连接中断', en: 'the connection to the SMTP server was lost' }

/**
 * The cause in words for the super admin, with what the server said.
 * @param secrets texts that must not show, such as the password
 */
export function smtpWords(error: unknown, secrets: readonly string[]): Words {
  if (error instanceof BlockedAddress)
    return { zh: '不允许访问 SMTP 服务器的地址', en: 'access to the address of the SMTP server is not allowed' }
  if (error instanceof TlsPort)
    return {
      zh: 'SMTP 服务器的这个端口从一开始就使用 TLS，请开启 SMTPSSLEnabled',
      en: 'this port of the SMTP server uses TLS from the start, turn SMTPSSLEnabled on',
    }
  const { response } = fieldsOf(error)
  const code = codeOf(error)
  const { zh, en } = causes.find(({ codes }) => codes.test(code))?.words ?? otherwise
  const said = typeof response === 'string' && response !== '' ? response : tlsReason(error, code)
  const shown = withoutSecrets(said, secrets)
  return shown === '' ? { zh, en } : { zh: `${zh}（${shown}）`, en: `${en} (${shown})` }
}

/** The cause in a few words for the log and the outbox: a code, and the server's status. */
export function smtpReason(error: unknown): string {
  if (error instanceof BlockedAddress) return 'blocked address'
  if (error instanceof TlsPort) return 'TLS port without SMTPSSLEnabled'
  const { responseCode } = fieldsOf(error)
  return [codeOf(error), typeof responseCode === 'number' ? responseCode : ''].join(' ').trim() || 'connection broken'
}

/** Would another try fail too? The server refuses this sender, receiver or text for good. */
export function isRefusedForGood(error: unknown): boolean {
  const { responseCode } = fieldsOf(error)
  const isRefusal = ['EENVELOPE', 'EMESSAGE'].includes(codeOf(error))
  return isRefusal && typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600
}

/** The library's code says `ESOCKET` for failures whose own code is in the cause. */
function codeOf(error: unknown): string {
  const { code, cause, message } = fieldsOf(error)
  const inner = fieldsOf(cause).code
  if (code === 'ESOCKET' && typeof inner === 'string') return inner
  if (code === 'ESOCKET' && /certificate|self.signed|altnames/i.test(String(message))) return 'ETLS'
  return typeof code === 'string' ? code : ''
}

/** What was wrong with a certificate; other messages of the library say nothing more. */
function tlsReason(error: unknown, code: string): string {
  return /TLS|CERT|SSL|SIGNED|UNABLE/.test(code) ? String(fieldsOf(error).message ?? '') : ''
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  const spellings = secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, Buffer.from(secret).toString('base64'), withoutEnd(Buffer.from(secret).toString('base64'), '=')])
    .toSorted((a, b) => b.length - a.length)
  const clean = spellings.reduce((left, secret) => left.replaceAll(secret, '***'), text)
  return clean
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, RESPONSE_MAX)
}
