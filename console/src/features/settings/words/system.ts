import type { OptionWordsByKey } from './option-words.ts'

/** Addresses, the proxies, and sending mail. */
export const systemWords: OptionWordsByKey = {
  ServerAddress: {
    en: 'Server address',
    zh: '服务器地址',
    about: '本服务器的公开地址，用于邮件和支付跳转。留空则使用每个请求自身的地址。',
  },
  ReverseProxyEnabled: {
    en: 'Behind a reverse proxy',
    zh: '位于反向代理之后',
    about: '如果代理的地址受信任，从反向代理的请求头中读取调用者的 IP 地址。仅当本服务器位于自己的反向代理之后时开启。',
  },
  ReverseProxyProvider: {
    en: 'Kind of reverse proxy',
    zh: '反向代理类型',
    about:
      '决定哪个请求头算数。nginx（以及 Caddy、HAProxy、负载均衡）：X-Forwarded-For 中最后一个不属于受信任代理的地址；没有 X-Forwarded-For 时用 X-Real-IP。Cloudflare：CF-Connecting-IP。',
    choices: { nginx: { en: 'nginx', zh: 'nginx' }, cloudflare: { en: 'Cloudflare', zh: 'Cloudflare' } },
  },
  WorkerUrl: { en: 'Worker address', zh: 'Worker 地址', about: '代替本服务器获取媒体文件并发送 Webhook 的 Worker 的地址。' },
  WorkerValidKey: { en: 'Worker key', zh: 'Worker 密钥', about: '调用 Worker 所用的密钥。' },
  SMTPServer: { en: 'SMTP server', zh: 'SMTP 服务器', about: 'SMTP 服务器的主机名。' },
  SMTPPort: { en: 'SMTP port', zh: 'SMTP 端口', about: 'SMTP 服务器的端口。' },
  SMTPAccount: { en: 'SMTP account', zh: 'SMTP 账户', about: '在 SMTP 服务器上的账户。' },
  SMTPFrom: { en: 'Sender address', zh: '发件人地址', about: '邮件的发件人：邮箱地址，或“名称 <邮箱地址>”。留空则使用账户。' },
  SMTPToken: { en: 'SMTP password', zh: 'SMTP 密码', about: 'SMTP 账户的密码或授权码。' },
  SMTPSSLEnabled: { en: 'Implicit TLS', zh: '直接使用 TLS', about: '从连接开始就使用 TLS，而不是 STARTTLS。' },
}
