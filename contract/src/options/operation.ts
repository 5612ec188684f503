// How the installation is run: display, modes, tokens, write-offs. Source: specification §3 Option, server-behaviour 6.2.
import { z } from 'zod'
import { address, choice, flag, number, option } from './option.ts'

export const quotaPerUnit = option({
  key: 'QuotaPerUnit',
  type: number(z.number().int().min(1).max(1_000_000_000)),
  default: 500_000,
  unit: 'quota per dollar',
  status: 'quota_per_unit',
  name: { en: 'Quota per dollar', zh: '每美元额度' },
  about: {
    en: 'Number of quota units per dollar. Balances are stored in units, so changing this changes what they are worth.',
    zh: '每美元对应的额度。余额按额度存储，修改此项会改变余额的价值。',
  },
  card: ['general', 2],
})

export const displayInCurrencyEnabled = option({
  key: 'DisplayInCurrencyEnabled',
  type: flag(),
  default: true,
  status: 'display_in_currency',
  name: { en: 'Show quota in dollars', zh: '以美元显示额度' },
  about: { en: 'Show quota in dollars instead of units.', zh: '以美元而不是额度单位显示额度。' },
  card: ['general', 5],
})

export const displayTokenStatEnabled = option({
  key: 'DisplayTokenStatEnabled',
  type: flag(),
  default: true,
  name: { en: "Report the token's quota on billing endpoints", zh: '计费接口返回令牌额度' },
  about: {
    en: "OpenAI-compatible billing endpoints return the token's quota instead of the user's balance.",
    zh: '兼容 OpenAI 的计费接口返回令牌的额度，而不是用户的余额。',
  },
  card: ['general', 6],
})

export const demoSiteEnabled = option({
  key: 'DemoSiteEnabled',
  type: flag(),
  default: false,
  status: 'demo_site_enabled',
  writer: 'root',
  name: { en: 'Demo site', zh: '演示站点' },
  about: {
    en: 'Demo site: only the super admin can make changes. Registration is closed, and no emails are sent for visitors.',
    zh: '演示站点：只有超级管理员可以修改内容，不接受注册，也不为访客发送邮件。',
  },
  card: ['general', 9],
})

export const selfUseModeEnabled = option({
  key: 'SelfUseModeEnabled',
  type: flag(),
  default: false,
  status: 'self_use_mode_enabled',
  confirmed: true,
  name: { en: 'Self-use mode', zh: '自用模式' },
  about: {
    en: 'Self-use mode: registration is closed, and models without a price can be called and are charged at a default ratio.',
    zh: '自用模式：不接受注册，未设置价格的模型也可以调用，按默认倍率计费。',
  },
  card: ['general', 8],
})

export const streamCacheQueueLength = option({
  key: 'StreamCacheQueueLength',
  type: number(z.number().int().min(0)),
  default: 0,
  name: { en: 'Stream queue length', zh: '流队列长度' },
  about: {
    en: 'Stored for compatibility only and has no effect: streams are forwarded without a queue.',
    zh: '仅为兼容而保留，没有作用：流不经队列直接转发。',
  },
  card: ['general', 10],
})

export const tokenKeyVisibility = option({
  key: 'TokenKeyVisibility',
  type: choice({
    list: { en: 'In the list', zh: '在列表中' },
    on_demand: { en: 'On demand', zh: '按需查看' },
    hash_only: { en: 'Only when created', zh: '仅创建时' },
  }),
  default: 'list',
  confirmed: true,
  name: { en: 'Visibility of token keys', zh: '令牌密钥的可见性' },
  about: {
    en: 'When owners can see the keys of their tokens: in the list, on demand, or only once when the token is created.',
    zh: '令牌的所有者何时可以看到密钥：在列表中、按需查看，或仅在创建时显示一次。',
  },
  card: ['general', 3],
})

export const maxTokensPerUser = option({
  key: 'MaxTokensPerUser',
  type: number(z.number().int().min(1).max(50_000)),
  default: 1000,
  unit: 'tokens',
  name: { en: 'Tokens per user', zh: '每个用户的令牌数' },
  about: {
    en: 'Tokens that a user can have. Admins can have 50,000. Users who have more keep them and cannot create further ones.',
    zh: '每个用户最多可拥有的令牌数，管理员为 50,000。已超出的用户保留现有令牌，但不能再新建。',
  },
  card: ['general', 4],
})

export const writeOffAlarm = option({
  key: 'WriteOffAlarm',
  type: number(z.number().int().min(0).max(1_000_000_000_000)),
  default: 500_000,
  unit: 'quota',
  name: { en: 'Write-off alarm', zh: '核销提醒' },
  about: {
    en: 'When the write-offs of one day (UTC) reach this, the super admins are notified in the inbox and by email, and again at each doubling. A write-off is what calls cost beyond what their users can pay. 0 turns this off.',
    zh: '单日（UTC）核销达到此额度时，通过收件箱和邮件通知超级管理员，每翻倍再通知一次。核销是调用费用超出用户余额、由站点承担的部分。0 表示不通知。',
  },
  card: ['charges', 5],
})

export const updateReleaseUrl = option({
  key: 'update_setting.release_url',
  type: address(),
  default: '',
  writer: 'root', // the server fetches it
  name: { en: 'Release information', zh: '版本信息地址' },
  about: {
    en: "Address of the release information for the update check, in the format of GitHub's releases/latest. Leave empty for no update check.",
    zh: '检查更新时读取的版本信息的地址，格式与 GitHub 的 releases/latest 接口相同。留空则不检查更新。',
  },
  card: ['info', 1],
})
