// The texts of mails, in both languages.
import type { Language } from '@waystation/contract/errors'
import { htmlOf, type MailRow, type MailText, oneLine, plainOf, type WrittenMail } from './mail-layout.ts'
import { type WayChange, wayChangeWords } from './way-changes.ts'

/** What a mail says. */
export type MailMatter =
  | { readonly kind: 'register-code' | 'bind-code' | 'notice-code'; readonly code: string; readonly minutes: number }
  | { readonly kind: 'address-in-use' }
  | { readonly kind: 'reset-link'; readonly link: string; readonly minutes: number }
  | { readonly kind: 'address-changed'; readonly username: string; readonly newAddress: string }
  /** Warnings may go to a mailbox that is not the account's own: then the name is empty. */
  | { readonly kind: 'quota-warning'; readonly username: string; readonly remaining: string; readonly link: string }
  | {
      readonly kind: 'budget-warning'
      readonly username: string
      /** Null for the budget of the whole account. */
      readonly tokenName: string | null
      readonly tokenId: number | null
      readonly spent: string
      readonly limit: string
      readonly renewsAt: string
      readonly link: string
    }
  /** To the super admins, in their language already. */
  | { readonly kind: 'root-notice'; readonly title: string; readonly text: string }
  | {
      readonly kind: 'statement'
      /** Empty in a mailbox that is not the account's own. */
      readonly username: string
      /** `2026-11`. */
      readonly month: string
      readonly zone: string
      /** In the reader's language already. */
      readonly rows: readonly MailRow[]
      readonly link: string
    }
  | { readonly kind: 'way-changed'; readonly username: string; readonly change: WayChange }
  | { readonly kind: 'test' }

/**
 * A mail as it is sent.
 * @param site the name of this site, which begins the subject
 */
export function writeMail(matter: MailMatter, site: string, language: Language): WrittenMail {
  const name = oneLine(site)
  const mail = textOf(matter, name, language)
  return { subject: oneLine(`[${name}] ${mail.subject}`), text: plainOf(mail, name), html: htmlOf(mail, name, language) }
}

/** The same for an inbox: a title, and the text without greetings. */
export function writeNotice(matter: MailMatter, site: string, language: Language): { readonly title: string; readonly content: string } {
  const { subject, before, after } = textOf(matter, site, language)
  return { title: subject, content: [...before, ...after].map(oneLine).join('\n\n') }
}

function textOf(matter: MailMatter, site: string, language: Language): MailText {
  if (matter.kind === 'statement') return statementText(matter, site, language)
  return language === 'zh' ? zhText(matter, site) : enText(matter, site)
}

type Statement = Extract<MailMatter, { readonly kind: 'statement' }>
type Told = Exclude<MailMatter, Statement>

function statementText({ username, month, zone, rows, link }: Statement, site: string, language: Language): MailText {
  if (language === 'zh')
    return {
      subject: `${month} 对账单`,
      before: [`${accountZh(site, username).trim()}在 ${month}（时区 ${zone}）的对账单：`],
      rows,
      ...(link === '' ? {} : { link: { href: link, label: '查看对账单，下载 CSV' } }),
      after: ['你可以在个人设置中关闭每月对账单邮件。'],
    }
  return {
    subject: `Statement of ${month}`,
    before: [`The statement of ${accountEn(site, username)} for ${month}, in the time zone ${zone}:`],
    rows,
    ...(link === '' ? {} : { link: { href: link, label: 'Open the statement and download it as CSV' } }),
    after: ['You can turn off the monthly statement in your personal settings.'],
  }
}

/** What an address is to do that a code is sent to. */
const codeDeeds = {
  'register-code': { zh: (site: string) => `注册 ${site}`, en: (site: string) => `register at ${site} with this email address` },
  'bind-code': {
    zh: (site: string) => `绑定到你的 ${site} 账户`,
    en: (site: string) => `link this email address to your account at ${site}`,
  },
  'notice-code': {
    zh: (site: string) => `接收 ${site} 账户的通知`,
    en: (site: string) => `receive notifications of an account at ${site} at this email address`,
  },
} as const

const accountZh = (site: string, username: string): string => (username === '' ? `你的 ${site} 账户` : `${site} 账户 ${username} `)
const accountEn = (site: string, username: string): string =>
  username === '' ? `your account at ${site}` : `the account ${username} at ${site}`

function zhText(matter: Told, site: string): MailText {
  switch (matter.kind) {
    case 'register-code':
    case 'bind-code':
    case 'notice-code': {
      const deed = codeDeeds[matter.kind].zh(site)
      return {
        subject: '邮箱验证码',
        before: [`你正在将此邮箱用于${deed}，验证码为：`],
        code: matter.code,
        after: [`验证码 ${matter.minutes} 分钟内有效。如果不是你本人操作，请忽略此邮件，不要将验证码告诉任何人。`],
      }
    }
    case 'address-in-use':
      return {
        subject: '该邮箱已被使用',
        before: [`有人想用此邮箱注册 ${site} 或绑定账户，但此邮箱已属于一个账户。`],
        after: ['如果是你本人操作，请直接登录，或重置密码。如果不是，请忽略此邮件。'],
      }
    case 'reset-link':
      return {
        subject: '重置密码',
        before: [`你正在重置 ${site} 的密码，请打开以下链接：`],
        link: { href: matter.link, label: '重置密码' },
        after: [`链接 ${matter.minutes} 分钟内有效，且只能使用一次。如果不是你本人操作，请忽略此邮件，你的密码不会改变。`],
      }
    case 'address-changed':
      return {
        subject: '邮箱已更换',
        before: [`${site} 账户 ${matter.username} 的邮箱已更换为 ${matter.newAddress}。`],
        after: ['此邮箱不再能用于登录和重置密码。如果不是你本人操作，请立即登录修改密码，并联系管理员。'],
      }
    case 'quota-warning':
      return {
        subject: '余额不足提醒',
        before: [`${accountZh(site, matter.username)}的余额即将用尽，剩余 ${matter.remaining}。余额用尽后调用将失败。`],
        ...(matter.link === '' ? {} : { link: { href: matter.link, label: '前往充值' } }),
        after: ['你可以在个人设置中修改提醒的阈值和方式。'],
      }
    case 'budget-warning': {
      const whose = matter.tokenName === null ? '账户' : `令牌 ${matter.tokenName} `
      return {
        subject: '用量上限提醒',
        before: [
          `${accountZh(site, matter.username).trim()}：${whose}已消费 ${matter.spent}，上限为 ${matter.limit}。达到上限后调用将失败，于 ${matter.renewsAt} 恢复。`,
        ],
        ...(matter.link === '' ? {} : { link: { href: matter.link, label: '查看令牌' } }),
        after: ['你可以在个人设置中修改提醒的方式。'],
      }
    }
    case 'way-changed':
      return {
        subject: '登录安全设置已更改',
        before: [`${site} 账户 ${matter.username}：${wayChangeWords(matter.change).zh}。`],
        after: ['如果不是你本人操作，请立即登录修改密码，退出其他设备，并联系管理员。'],
      }
    case 'root-notice':
      return { subject: matter.title, before: [matter.text], after: [] }
    case 'test':
      return { subject: '测试邮件', before: ['发信设置可以正常使用。'], after: [] }
  }
}

function enText(matter: Told, site: string): MailText {
  switch (matter.kind) {
    case 'register-code':
    case 'bind-code':
    case 'notice-code': {
      const deed = codeDeeds[matter.kind].en(site)
      return {
        subject: 'Verification code',
        before: [`Use this verification code to ${deed}:`],
        code: matter.code,
        after: [`The code is valid for ${matter.minutes} minutes. If this was not you, ignore this email and do not share the code.`],
      }
    }
    case 'address-in-use':
      return {
        subject: 'This email address is already in use',
        before: [
          `Someone tried to register at ${site} or to link an account with this email address, but it already belongs to an account.`,
        ],
        after: ['If this was you, log in or reset your password. If it was not, ignore this email.'],
      }
    case 'reset-link':
      return {
        subject: 'Reset your password',
        before: [`Open this link to reset your password at ${site}:`],
        link: { href: matter.link, label: 'Reset password' },
        after: [
          `The link is valid for ${matter.minutes} minutes and works once. If this was not you, ignore this email and your password stays the same.`,
        ],
      }
    case 'address-changed':
      return {
        subject: 'Your email address was changed',
        before: [`The email address of the account ${matter.username} at ${site} is now ${matter.newAddress}.`],
        after: [
          'This address can no longer be used to log in or to reset the password. If this was not you, log in and change your password at once, and contact the administrator.',
        ],
      }
    case 'quota-warning':
      return {
        subject: 'Your balance is low',
        before: [`The balance of ${accountEn(site, matter.username)} is low: ${matter.remaining} left. Calls fail when it is used up.`],
        ...(matter.link === '' ? {} : { link: { href: matter.link, label: 'Top up' } }),
        after: ['You can change when and how you are warned in your personal settings.'],
      }
    case 'budget-warning': {
      const whose = matter.tokenName === null ? 'this account' : `the token ${matter.tokenName}`
      return {
        subject: 'A spending limit is nearly used up',
        before: [
          `About ${accountEn(site, matter.username)}: ${whose} has spent ${matter.spent} of its limit of ${matter.limit}. Calls fail when it is used up. It renews at ${matter.renewsAt}.`,
        ],
        ...(matter.link === '' ? {} : { link: { href: matter.link, label: 'Show tokens' } }),
        after: ['You can change how you are warned in your personal settings.'],
      }
    }
    case 'way-changed':
      return {
        subject: 'Your login security was changed',
        before: [`The account ${matter.username} at ${site}: ${wayChangeWords(matter.change).en}.`],
        after: ['If this was not you, log in, change your password and log out your other devices at once, and contact the administrator.'],
      }
    case 'root-notice':
      return { subject: matter.title, before: [matter.text], after: [] }
    case 'test':
      return { subject: 'Test email', before: ['The email settings work.'], after: [] }
  }
}
