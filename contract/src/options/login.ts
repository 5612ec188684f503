// Logging in, registering and what stands in front of both. Source: specification §3 Option, server-behaviour 6.2.
import { z } from 'zod'
import { keyText } from '../pasted.ts'
import { address, distinctList, flag, number, option, text } from './option.ts'

/** `example.com`: labels of letters, digits and hyphens with at least one dot. Source: specification §5 Options. */
const domain = z.string().regex(/^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*\.[a-z]{2,63}$/i, 'bad_domain')

export const passwordLoginEnabled = option({
  key: 'PasswordLoginEnabled',
  type: flag(),
  default: true,
  status: 'password_login',
  confirmed: true,
  about: 'Let users log in with a password.',
  isReady: true,
})

export const passwordRegisterEnabled = option({
  key: 'PasswordRegisterEnabled',
  type: flag(),
  default: true,
  confirmed: true,
  about: 'Let new users register with a password.',
  isReady: true,
})

export const registerEnabled = option({
  key: 'RegisterEnabled',
  type: flag(),
  default: true,
  status: 'register_enabled',
  confirmed: true,
  about: 'Let new users register, by any method.',
  isReady: true,
})

export const registrationsPerNetwork = option({
  key: 'RegistrationsPerNetwork',
  type: number(z.number().int().min(0).max(1_000_000)),
  default: 30,
  unit: 'accounts',
  confirmed: true,
  about:
    'Accounts that one network (/24 of IPv4, /48 of IPv6) may open within 24 hours. Private addresses are not counted. 0 means no limit.',
  isReady: true,
})

export const emailVerificationEnabled = option({
  key: 'EmailVerificationEnabled',
  type: flag(),
  default: false,
  status: 'email_verification',
  needs: ['SMTPServer', ['SMTPFrom', 'SMTPAccount']], // some mail servers have no accounts, but every mail has a sender
  confirmed: true,
  about: 'Require a verification code sent by email to register.',
  isReady: true,
})

export const emailDomainRestrictionEnabled = option({
  key: 'EmailDomainRestrictionEnabled',
  type: flag(),
  default: false,
  needs: ['EmailDomainWhitelist'],
  confirmed: true,
  about: 'Accept only email addresses of the domains in EmailDomainWhitelist.',
  isReady: true,
})

export const emailAliasRestrictionEnabled = option({
  key: 'EmailAliasRestrictionEnabled',
  type: flag(),
  default: false,
  confirmed: true,
  about: 'Reject email addresses with a + or a dot before the @.',
  isReady: true,
})

export const emailDomainWhitelist = option({
  key: 'EmailDomainWhitelist',
  type: distinctList(domain, 'domain_repeated'),
  default: ['gmail.com', 'outlook.com', 'hotmail.com', 'icloud.com', 'yahoo.com', 'qq.com', '163.com', '126.com', 'foxmail.com'],
  confirmed: true,
  about: 'Domains of accepted email addresses if EmailDomainRestrictionEnabled is on, comma-separated.',
  isReady: true,
})

export const firstTokenEnabled = option({
  key: 'token_setting.first_token_enabled',
  type: flag(),
  default: true,
  about: 'Create a first token for each new user, so that they can make calls at once.',
  isReady: true,
})

export const gitHubOAuthEnabled = option({
  key: 'GitHubOAuthEnabled',
  type: flag(),
  default: false,
  status: 'github_oauth',
  needs: ['GitHubClientId', 'GitHubClientSecret'],
  confirmed: true,
  about: 'Let users log in with GitHub.',
  isReady: true,
})

export const gitHubClientId = option({
  key: 'GitHubClientId',
  type: text(),
  default: '',
  status: 'github_client_id',
  writer: 'root',
  about: 'Client ID of the GitHub OAuth app.',
  isReady: true,
})

export const gitHubClientSecret = option({
  key: 'GitHubClientSecret',
  type: text(keyText()),
  default: '',
  secret: true,
  about: 'Client secret of the GitHub OAuth app.',
  isReady: true,
})

export const linuxDoOAuthEnabled = option({
  key: 'LinuxDOOAuthEnabled',
  type: flag(),
  default: false,
  status: 'linuxdo_oauth',
  needs: ['LinuxDOClientId', 'LinuxDOClientSecret'],
  confirmed: true,
  about: 'Let users log in with LINUX DO.',
  isReady: true,
})

export const linuxDoClientId = option({
  key: 'LinuxDOClientId',
  type: text(),
  default: '',
  status: 'linuxdo_client_id',
  writer: 'root',
  about: 'Client ID of the LINUX DO app.',
  isReady: true,
})

export const linuxDoClientSecret = option({
  key: 'LinuxDOClientSecret',
  type: text(keyText()),
  default: '',
  secret: true,
  about: 'Client secret of the LINUX DO app.',
  isReady: true,
})

export const linuxDoMinimumTrustLevel = option({
  key: 'LinuxDOMinimumTrustLevel',
  type: number(z.number().int().min(0).max(4)),
  default: 0,
  confirmed: true,
  about: 'Minimum LINUX DO trust level required to log in, 0 to 4.',
  isReady: true,
})

export const weChatAuthEnabled = option({
  key: 'WeChatAuthEnabled',
  type: flag(),
  default: false,
  status: 'wechat_login',
  needs: ['WeChatServerAddress', 'WeChatServerToken'],
  confirmed: true,
  about: 'Let users log in with WeChat, through your own WeChat server.',
  isReady: true,
})

export const weChatServerAddress = option({
  key: 'WeChatServerAddress',
  type: address(),
  default: '',
  writer: 'root', // WeChatServerToken is sent there
  about: 'Address of the WeChat server.',
  isReady: true,
})

export const weChatServerToken = option({
  key: 'WeChatServerToken',
  type: text(keyText()),
  default: '',
  secret: true,
  about: 'Access token of the WeChat server.',
  isReady: true,
})

export const weChatAccountQrCodeImageUrl = option({
  key: 'WeChatAccountQRCodeImageURL',
  type: address(),
  default: '',
  status: 'wechat_qrcode',
  confirmed: true,
  about: 'Address of the image with the QR code of the WeChat account.',
  isReady: true,
})

export const telegramOAuthEnabled = option({
  key: 'TelegramOAuthEnabled',
  type: flag(),
  default: false,
  status: 'telegram_oauth',
  needs: ['TelegramBotToken', 'TelegramBotName'],
  confirmed: true,
  about: 'Let users log in with Telegram.',
  isReady: true,
})

export const telegramBotToken = option({
  key: 'TelegramBotToken',
  type: text(keyText()),
  default: '',
  secret: true,
  about: 'Token of the Telegram bot.',
  isReady: true,
})

export const telegramBotName = option({
  key: 'TelegramBotName',
  type: text(),
  default: '',
  status: 'telegram_bot_name',
  writer: 'root',
  about: 'Name of the Telegram bot, without @.',
  isReady: true,
})

export const turnstileCheckEnabled = option({
  key: 'TurnstileCheckEnabled',
  type: flag(),
  default: false,
  status: 'turnstile_check',
  needs: ['TurnstileSiteKey', 'TurnstileSecretKey'],
  confirmed: true,
  about: 'Require a Turnstile check to log in, register and check in.',
  isReady: true,
})

export const turnstileSiteKey = option({
  key: 'TurnstileSiteKey',
  type: text(),
  default: '',
  status: 'turnstile_site_key',
  writer: 'root',
  about: 'Turnstile site key.',
  isReady: true,
})

export const turnstileSecretKey = option({
  key: 'TurnstileSecretKey',
  type: text(keyText()),
  default: '',
  secret: true,
  about: 'Turnstile secret key.',
  isReady: true,
})
