// Logging in, registering and what stands in front of both. Source: specification §3 Option, server-behaviour 6.2.
import { z } from 'zod'
import { keyText } from '../values/pasted.ts'
import { distinctList, flag, number, option, text } from './option.ts'

/** `example.com`: labels of letters, digits and hyphens with at least one dot. Source: specification §5 Options. */
const domain = z.string().regex(/^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*\.[a-z]{2,63}$/i, 'bad_domain')

export const passwordLoginEnabled = option({
  key: 'PasswordLoginEnabled',
  type: flag(),
  default: true,
  status: 'password_login',
  confirmed: true,
  name: { en: 'Password login', zh: '密码登录' },
  about: { en: 'Let users log in with a password.', zh: '允许用户使用密码登录。' },
  card: ['login', 1],
})

export const passwordRegisterEnabled = option({
  key: 'PasswordRegisterEnabled',
  type: flag(),
  default: true,
  confirmed: true,
  name: { en: 'Password registration', zh: '密码注册' },
  about: { en: 'Let new users register with a password.', zh: '允许新用户使用密码注册。' },
  card: ['login', 4],
})

export const registerEnabled = option({
  key: 'RegisterEnabled',
  type: flag(),
  default: true,
  status: 'register_enabled',
  confirmed: true,
  name: { en: 'Registration', zh: '开放注册' },
  about: { en: 'Let new users register, by any method.', zh: '允许新用户以任何方式注册。' },
  card: ['login', 2],
})

export const registrationsPerNetwork = option({
  key: 'RegistrationsPerNetwork',
  type: number(z.number().int().min(0).max(1_000_000)),
  default: 30,
  unit: 'accounts',
  confirmed: true,
  name: { en: 'Registrations per network', zh: '单个网络的注册上限' },
  about: {
    en: 'Accounts that one network (/24 of IPv4, /48 of IPv6) may open within 24 hours. Private addresses are not counted. 0 means no limit.',
    zh: '同一网络（IPv4 的 /24，IPv6 的 /48）24 小时内可注册的账户数。私有地址不计入。0 表示不限制。',
  },
  card: ['login', 3],
})

export const emailVerificationEnabled = option({
  key: 'EmailVerificationEnabled',
  type: flag(),
  default: false,
  status: 'email_verification',
  needs: ['SMTPServer', ['SMTPFrom', 'SMTPAccount']], // some mail servers have no accounts, but every mail has a sender
  confirmed: true,
  name: { en: 'Email verification', zh: '邮箱验证' },
  about: { en: 'Require a verification code sent by email to register.', zh: '注册时需要填写发送到邮箱的验证码。' },
  card: ['login', 5],
})

export const emailDomainRestrictionEnabled = option({
  key: 'EmailDomainRestrictionEnabled',
  type: flag(),
  default: false,
  needs: ['EmailDomainWhitelist'],
  confirmed: true,
  name: { en: 'Restrict email domains', zh: '限制邮箱域名' },
  about: {
    en: 'Accept only email addresses of the domains in [EmailDomainWhitelist].',
    zh: '只接受[EmailDomainWhitelist]中的域名的邮箱。',
  },
  card: ['domains', 1],
})

export const emailAliasRestrictionEnabled = option({
  key: 'EmailAliasRestrictionEnabled',
  type: flag(),
  default: false,
  confirmed: true,
  name: { en: 'Reject email aliases', zh: '禁止邮箱别名' },
  about: { en: 'Reject email addresses with a + or a dot before the @.', zh: '拒绝 @ 之前带有 + 或点号的邮箱地址。' },
  card: ['domains', 2],
})

export const emailDomainWhitelist = option({
  key: 'EmailDomainWhitelist',
  type: distinctList(domain, 'domain_repeated'),
  default: ['gmail.com', 'outlook.com', 'hotmail.com', 'icloud.com', 'yahoo.com', 'qq.com', '163.com', '126.com', 'foxmail.com'],
  confirmed: true,
  name: { en: 'Email domain whitelist', zh: '邮箱域名白名单' },
  about: {
    en: 'Domains of accepted email addresses if [EmailDomainRestrictionEnabled] is on, comma-separated.',
    zh: '开启[EmailDomainRestrictionEnabled]后接受的邮箱域名。',
  },
  card: ['domains', 3],
})

export const firstTokenEnabled = option({
  key: 'token_setting.first_token_enabled',
  type: flag(),
  default: true,
  name: { en: 'Initial token', zh: '初始令牌' },
  about: {
    en: 'Create a token for each new user, so that they can make calls at once.',
    zh: '为每个新用户创建一个令牌，注册后即可调用。',
  },
  card: ['login', 6],
})

export const turnstileCheckEnabled = option({
  key: 'TurnstileCheckEnabled',
  type: flag(),
  default: false,
  status: 'turnstile_check',
  needs: ['TurnstileSiteKey', 'TurnstileSecretKey'],
  confirmed: true,
  name: { en: 'Turnstile check', zh: 'Turnstile 人机验证' },
  about: { en: 'Require a Turnstile check to log in, register and check in.', zh: '登录、注册和签到时需要通过 Turnstile 验证。' },
  card: ['turnstile', 1],
})

export const turnstileSiteKey = option({
  key: 'TurnstileSiteKey',
  type: text(),
  default: '',
  status: 'turnstile_site_key',
  writer: 'root',
  name: { en: 'Turnstile site key', zh: 'Turnstile Site Key' },
  about: { en: 'Turnstile site key.', zh: 'Turnstile 的 Site Key。' },
  card: ['turnstile', 2],
})

export const turnstileSecretKey = option({
  key: 'TurnstileSecretKey',
  type: text(keyText()),
  default: '',
  secret: true,
  name: { en: 'Turnstile secret key', zh: 'Turnstile Secret Key' },
  about: { en: 'Turnstile secret key.', zh: 'Turnstile 的 Secret Key。' },
  card: ['turnstile', 3],
})
