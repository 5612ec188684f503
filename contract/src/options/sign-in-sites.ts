// Logging in at other sites than an OpenID Connect server: GitHub, LINUX DO, WeChat, Telegram. Source: specification §3 Option.
import { z } from 'zod'
import { keyText } from '../values/pasted.ts'
import { address, flag, number, option, text } from './option.ts'

export const gitHubOAuthEnabled = option({
  key: 'GitHubOAuthEnabled',
  type: flag(),
  default: false,
  status: 'github_oauth',
  needs: ['GitHubClientId', 'GitHubClientSecret'],
  confirmed: true,
  name: { en: 'GitHub login', zh: 'GitHub 登录' },
  about: { en: 'Let users log in with GitHub.', zh: '允许用户使用 GitHub 登录。' },
  card: ['github', 1],
})

export const gitHubClientId = option({
  key: 'GitHubClientId',
  type: text(),
  default: '',
  status: 'github_client_id',
  writer: 'root',
  name: { en: 'GitHub client ID', zh: 'GitHub Client ID' },
  about: { en: 'Client ID of the GitHub OAuth app.', zh: 'GitHub OAuth 应用的 Client ID。' },
  card: ['github', 2],
})

export const gitHubClientSecret = option({
  key: 'GitHubClientSecret',
  type: text(keyText()),
  default: '',
  secret: true,
  name: { en: 'GitHub client secret', zh: 'GitHub Client Secret' },
  about: { en: 'Client secret of the GitHub OAuth app.', zh: 'GitHub OAuth 应用的 Client Secret。' },
  card: ['github', 3],
})

export const linuxDoOAuthEnabled = option({
  key: 'LinuxDOOAuthEnabled',
  type: flag(),
  default: false,
  status: 'linuxdo_oauth',
  needs: ['LinuxDOClientId', 'LinuxDOClientSecret'],
  confirmed: true,
  name: { en: 'LINUX DO login', zh: 'LINUX DO 登录' },
  about: { en: 'Let users log in with LINUX DO.', zh: '允许用户使用 LINUX DO 登录。' },
  card: ['linuxdo', 1],
})

export const linuxDoClientId = option({
  key: 'LinuxDOClientId',
  type: text(),
  default: '',
  status: 'linuxdo_client_id',
  writer: 'root',
  name: { en: 'LINUX DO client ID', zh: 'LINUX DO Client ID' },
  about: { en: 'Client ID of the LINUX DO app.', zh: 'LINUX DO 应用的 Client ID。' },
  card: ['linuxdo', 3],
})

export const linuxDoClientSecret = option({
  key: 'LinuxDOClientSecret',
  type: text(keyText()),
  default: '',
  secret: true,
  name: { en: 'LINUX DO client secret', zh: 'LINUX DO Client Secret' },
  about: { en: 'Client secret of the LINUX DO app.', zh: 'LINUX DO 应用的 Client Secret。' },
  card: ['linuxdo', 4],
})

export const linuxDoMinimumTrustLevel = option({
  key: 'LinuxDOMinimumTrustLevel',
  type: number(z.number().int().min(0).max(4)),
  default: 0,
  confirmed: true,
  name: { en: 'Minimum trust level', zh: '最低信任等级' },
  about: { en: 'Minimum LINUX DO trust level required to log in, 0 to 4.', zh: '登录所需的 LINUX DO 最低信任等级，0 至 4。' },
  card: ['linuxdo', 2],
})

export const weChatAuthEnabled = option({
  key: 'WeChatAuthEnabled',
  type: flag(),
  default: false,
  status: 'wechat_login',
  needs: ['WeChatServerAddress', 'WeChatServerToken'],
  confirmed: true,
  name: { en: 'WeChat login', zh: '微信登录' },
  about: { en: 'Let users log in with WeChat, through your own WeChat server.', zh: '允许用户通过你自己的微信服务器使用微信登录。' },
  card: ['wechat', 1],
})

export const weChatServerAddress = option({
  key: 'WeChatServerAddress',
  type: address(),
  default: '',
  writer: 'root', // WeChatServerToken is sent there
  name: { en: 'WeChat server address', zh: '微信服务器地址' },
  about: { en: 'Address of the WeChat server.', zh: '微信服务器的地址。' },
  card: ['wechat', 2],
})

export const weChatServerToken = option({
  key: 'WeChatServerToken',
  type: text(keyText()),
  default: '',
  secret: true,
  name: { en: 'WeChat server token', zh: '微信服务器访问凭证' },
  about: { en: 'Access token of the WeChat server.', zh: '微信服务器的访问凭证。' },
  card: ['wechat', 3],
})

export const weChatAccountQrCodeImageUrl = option({
  key: 'WeChatAccountQRCodeImageURL',
  type: address(),
  default: '',
  status: 'wechat_qrcode',
  confirmed: true,
  name: { en: 'WeChat QR code image', zh: '微信公众号二维码' },
  about: {
    en: 'Address of the image with the QR code of the WeChat account. It must begin with https://, because browsers load nothing else into the page.',
    zh: '微信公众号二维码图片的地址，须以 https:// 开头，浏览器不会在页面中加载其他地址。',
  },
  card: ['wechat', 4],
})

export const telegramOAuthEnabled = option({
  key: 'TelegramOAuthEnabled',
  type: flag(),
  default: false,
  status: 'telegram_oauth',
  needs: ['TelegramBotToken', 'TelegramBotName'],
  confirmed: true,
  name: { en: 'Telegram login', zh: 'Telegram 登录' },
  about: { en: 'Let users log in with Telegram.', zh: '允许用户使用 Telegram 登录。' },
  card: ['telegram', 1],
})

export const telegramBotToken = option({
  key: 'TelegramBotToken',
  type: text(keyText()),
  default: '',
  secret: true,
  name: { en: 'Telegram bot token', zh: 'Telegram Bot Token' },
  about: { en: 'Token of the Telegram bot.', zh: 'Telegram 机器人的 Token。' },
  card: ['telegram', 3],
})

export const telegramBotName = option({
  key: 'TelegramBotName',
  type: text(),
  default: '',
  status: 'telegram_bot_name',
  writer: 'root',
  name: { en: 'Telegram bot name', zh: 'Telegram 机器人名称' },
  about: { en: 'Name of the Telegram bot, without @.', zh: 'Telegram 机器人的名称，不含 @。' },
  card: ['telegram', 2],
})
