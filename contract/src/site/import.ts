// What a move from another gateway brought: the report of `waystation import`, as it is printed and shown.
import { z } from 'zod'
import type { Words } from '../errors.ts'

const count = z.number().int()

/** What is compared at the end; amounts in quota units. */
export const importTotals = ['users', 'tokens', 'channels', 'codes', 'user_quota', 'referral_quota', 'token_quota'] as const
export type ImportTotalName = (typeof importTotals)[number]

const total = (en: string, zh: string): Words => ({ en, zh })

export const importTotalWords: Readonly<Record<ImportTotalName, Words>> = {
  users: total('Users', '用户'),
  tokens: total('Tokens', '令牌'),
  channels: total('Channels', '渠道'),
  codes: total('Redemption codes', '兑换码'),
  user_quota: total('Balances of users (units)', '用户余额（额度）'),
  referral_quota: total('Invitation income not moved yet (units)', '未划转的邀请收益（额度）'),
  token_quota: total('Limits of tokens (units)', '令牌剩余额度（额度）'),
}

/** Notes in an import's report about records that were changed or skipped. `isLeftOut`: the record was not imported. */
const notes = {
  user_deleted: {
    isLeftOut: true,
    en: 'Users who were deleted there were left behind, with what they had.',
    zh: '在原系统中已删除的用户及其余额没有迁入。',
  },
  user_known: {
    en: 'Users with the same name were here already. They keep what they have here, password and role too, and their balance there was added.',
    zh: '此处已有同名用户：保留其现有资料、密码和角色，并加上原系统的余额。',
  },
  user_renamed: {
    en: 'Users whose name is taken here, or cannot be used here, have another one.',
    zh: '用户名在此处已被占用或不能使用，已改用其他名称。',
  },
  user_name_shared: {
    en: 'Names that differ from another one in capitals or look-alikes only: these users log in with the exact spelling.',
    zh: '与他人的用户名仅大小写或近似字符不同：须按原样输入才能登录。',
  },
  user_email_shared: {
    en: 'Mail addresses that several users have: the first one logs in by it, these log in by their names.',
    zh: '多人共用的邮箱：仅第一位可用邮箱登录，这些用户请用用户名登录。',
  },
  user_email_invalid: { en: 'Mail addresses that cannot be one were left out.', zh: '无效的邮箱地址没有迁入。' },
  user_invite_code_taken: { en: 'Invite codes that are taken here were replaced.', zh: '已被占用的邀请码已更换。' },
  user_root_is_admin: {
    en: 'There is a super admin here, so those of the other gateway are admins.',
    zh: '此处已有超级管理员，原系统的超级管理员改为管理员。',
  },
  user_without_password: {
    en: 'Users without a password that can be checked here: they log in by another site or reset it by mail.',
    zh: '没有可用密码的用户：请用第三方登录，或通过邮箱重置密码。',
  },
  user_identity_taken: { en: 'Accounts at other sites that are bound here already.', zh: '第三方账户在此处已被绑定。' },
  user_identity_by_name: {
    en: 'Accounts at other sites that are known by a name only, which may change hands: these users bind them again.',
    zh: '仅以可变更的名称记录的第三方账户没有迁入：请用户重新绑定。',
  },
  user_identity_unsupported: {
    en: 'Accounts at sites that cannot be logged in with here.',
    zh: '此处不支持的第三方账户。',
  },
  user_inviter_gone: { en: 'Inviters who did not come along.', zh: '邀请人没有迁入。' },
  user_without_balance: {
    en: 'Users without a budget there, who were not limited: here they begin with nothing, so give them quota.',
    zh: '原系统中没有预算、不受限制的用户：此处余额为零，请为其分配额度。',
  },
  user_renewing_budget: {
    en: 'Budgets that were renewed there came along once: set a limit here to renew them.',
    zh: '在原系统中会定期重置的预算只迁入一次：请在此处设置用量上限。',
  },
  user_changed_there: {
    en: 'Balances that changed there since they came along: nothing was moved again.',
    zh: '迁入之后原系统中的余额又有变动：没有再次入账。',
  },
  user_used_there: {
    en: 'What users had spent there stays in the other gateway; only usage logs can come along (--logs-since).',
    zh: '用户在原系统的已用额度不计入此处；只有使用日志可以迁入（--logs-since）。',
  },
  token_deleted: { isLeftOut: true, en: 'Tokens that were deleted there were left behind.', zh: '在原系统中已删除的令牌没有迁入。' },
  token_orphan: { isLeftOut: true, en: 'Tokens of users who did not come along were left behind.', zh: '用户没有迁入的令牌没有迁入。' },
  token_without_key: { isLeftOut: true, en: 'Tokens without a key were left behind.', zh: '没有密钥的令牌没有迁入。' },
  token_known: { en: 'Tokens with the same key were here already and stay as they are.', zh: '此处已有相同密钥的令牌，保持不变。' },
  token_of_another: {
    en: 'Tokens whose key belongs to another user here: they stay with that user.',
    zh: '密钥在此处属于其他用户的令牌，仍归该用户。',
  },
  token_deleted_here: { en: 'Tokens whose key was deleted here stay deleted.', zh: '密钥在此处已被删除的令牌，保持删除。' },
  token_stopped: {
    en: 'Tokens that were stopped there as expired or used up, and are neither: they are disabled.',
    zh: '在原系统中标记为过期或用尽、但实际并非如此的令牌：已禁用。',
  },
  token_addresses: {
    en: 'Tokens whose allowed addresses cannot be read: what can be read holds, and without any the token is disabled.',
    zh: '允许的 IP 无法识别：保留可识别的部分；若全部无法识别，则禁用该令牌。',
  },
  token_hidden_key: {
    en: 'Keys of which the other gateway had a hash only: they work, and can be shown after their first call.',
    zh: '原系统只保存了哈希的密钥：可以使用，首次调用后才能显示。',
  },
  token_rates: { en: 'Rate limits of tokens that cannot be carried: set them here.', zh: '无法迁入的令牌速率限制：请在此处设置。' },
  token_changed_there: {
    en: 'Limits of tokens that changed there since they came along: nothing was moved again.',
    zh: '迁入之后原系统中的令牌额度又有变动：没有再次入账。',
  },
  channel_known: { en: 'Channels with the same name, address and keys were here already.', zh: '此处已有名称、地址和密钥都相同的渠道。' },
  channel_type_unknown: {
    en: 'Channels of a type that there is not here: they are disabled, as addresses of your own.',
    zh: '此处没有对应类型的渠道：已按自定义渠道迁入并禁用。',
  },
  channel_type_ended: {
    en: 'Channels of a type that its provider ended: they are disabled, and say what takes its place.',
    zh: '供应商已停止服务的渠道类型：已禁用，并注明替代类型。',
  },
  channel_key_format: {
    en: 'Channels whose key is not written as it is here: they are disabled until it is entered again.',
    zh: '密钥格式与此处不同的渠道：已禁用，请重新填写密钥。',
  },
  channel_without_key: {
    en: 'Channels whose key cannot be read: they are disabled until it is entered.',
    zh: '无法读取密钥的渠道：已禁用，请填写密钥。',
  },
  channel_without_address: {
    en: 'Channels that need an address and have none: they are disabled.',
    zh: '需要地址但没有填写的渠道：已禁用。',
  },
  channel_field: { en: 'Fields of channels that cannot be used here were left out.', zh: '渠道中此处无法使用的字段没有迁入。' },
  channel_setting: { en: 'Settings of channels that there are not here were left out.', zh: '渠道中此处没有的设置没有迁入。' },
  ability_differs: {
    en: 'What a channel serves is read from its groups and models here; the other gateway had it otherwise in its table.',
    zh: '渠道可用范围在此处由其分组和模型得出；与原系统的能力表不一致。',
  },
  code_deleted: { isLeftOut: true, en: 'Codes that were deleted there were left behind.', zh: '在原系统中已删除的兑换码没有迁入。' },
  code_invalid: { isLeftOut: true, en: 'Codes without a text or an amount were left behind.', zh: '没有兑换码或额度的记录没有迁入。' },
  code_known: { en: 'Codes with the same text were here already.', zh: '此处已有相同的兑换码。' },
  code_gift_uses: {
    en: 'Gift codes go on with the uses that are left. Who used one there can use it once more here.',
    zh: '礼品码保留剩余次数；在原系统中已兑换过的用户在此处可以再兑换一次。',
  },
  option_kept: { en: 'Settings that are set otherwise here stay as they are here.', zh: '此处已有不同取值的设置，保持不变。' },
  option_refused: { en: 'Settings that are not allowed here as they were.', zh: '原取值在此处不允许的设置。' },
  option_unknown: { en: 'Settings that were not carried.', zh: '没有迁入的设置。' },
  option_secret: { en: 'Secrets are not carried: enter them on the settings page.', zh: '密码类设置不会迁入：请在设置页面填写。' },
  price_kept: { en: 'Prices that were changed here stay as they are here.', zh: '此处改过的价格，保持不变。' },
  price_invalid: { en: 'Prices that are no price here were left out.', zh: '无法使用的价格没有迁入。' },
  price_rounded: { en: 'Ratios of prices that have no end were rounded after twelve places.', zh: '无限小数的价格倍率保留十二位。' },
  group_priced: {
    en: 'Groups that somebody is in and that had no ratio have 1, as they were charged there.',
    zh: '有人使用但没有倍率的分组已按原系统设为 1。',
  },
  log_orphan: { isLeftOut: true, en: 'Log rows of users who did not come along were left behind.', zh: '用户没有迁入的日志没有迁入。' },
} as const satisfies Readonly<Record<string, Words & { readonly isLeftOut?: true }>>

export type ImportNoteCode = keyof typeof notes

export const importNotes: Readonly<Record<ImportNoteCode, Words & { readonly isLeftOut?: true }>> = notes

const noteCodes = Object.keys(notes) as [ImportNoteCode, ...ImportNoteCode[]]

export const ImportReport = z.object({
  /** The other gateway, as the command names it. */
  source: z.string(),
  /** Nothing was written. */
  is_dry_run: z.boolean(),
  took_ms: count,
  /** How many of each kind are new here with this run, came with an earlier one, or were here by themselves. */
  brought: z.array(z.object({ what: z.string(), fresh: count, carried: count, known: count })),
  /** What was there, what of it was left behind, and what is here. */
  totals: z.array(z.object({ what: z.enum(importTotals), there: count, left_out: count, here: count })),
  /** What came along otherwise than it was, with a few names. */
  notes: z.array(z.object({ code: z.enum(noteCodes), count, examples: z.array(z.string()) })),
  is_equal: z.boolean(),
})
export type ImportReport = z.infer<typeof ImportReport>

/** The last run that wrote something; null: there was none. Times are unix seconds. */
export const LastImport = z.object({ run: z.object({ ended_at: count, report: ImportReport }).nullable() })
export type LastImport = z.infer<typeof LastImport>
