// The audit log: what was done by whom, in words that people read. The compiler demands words for every action that a call is audited under.
import { z } from 'zod'
import type { Words } from '../errors.ts'
import { countedPageSchema } from '../values/page.ts'

/** Every action that is written down. */
export const auditActions = {
  'access-token.update': { zh: '修改系统访问令牌的权限', en: 'Changed what the system access token may do' },
  'access-token.create': { zh: '生成系统访问令牌', en: 'Created a system access token' },
  'access-token.delete': { zh: '删除系统访问令牌', en: 'Deleted a system access token' },
  'account.confirm': { zh: '再次验证身份', en: 'Confirmed their identity' },
  'account.delete': { zh: '注销自己的账户', en: 'Deleted their own account' },
  'account.setting': { zh: '修改自己的设置', en: 'Changed their own settings' },
  'account.data': { zh: '下载自己的全部数据', en: 'Downloaded all their data' },
  'account.update': { zh: '修改自己的资料', en: 'Changed their own profile' },
  'announcement.create': { zh: '发布公告', en: 'Created an announcement' },
  'announcement.delete': { zh: '删除公告', en: 'Deleted an announcement' },
  'announcement.end': { zh: '结束公告', en: 'Ended an announcement' },
  'announcement.update': { zh: '修改公告', en: 'Changed an announcement' },
  'audit.export': { zh: '导出审计日志', en: 'Exported the audit log' },
  'bill.delete': { zh: '删除供应商账单', en: 'Deleted a provider bill' },
  'bill.store': { zh: '上传供应商账单', en: 'Uploaded a provider bill' },
  'budget.remove': { zh: '取消用量上限', en: 'Removed a limit' },
  'budget.set': { zh: '设置用量上限', en: 'Set a limit' },
  'channel.balance': { zh: '更新渠道余额', en: 'Updated a channel balance' },
  'channel.create': { zh: '添加渠道', en: 'Added a channel' },
  'channel.delete': { zh: '删除渠道', en: 'Deleted a channel' },
  'channel.fix': { zh: '修复渠道数据', en: 'Repaired channel data' },
  'channel.key': { zh: '修改渠道密钥', en: 'Changed the keys of a channel' },
  'channel.reveal': { zh: '查看渠道密钥', en: 'Revealed a channel key' },
  'channel.tag': { zh: '为渠道设置标签', en: 'Tagged channels' },
  'channel.test': { zh: '测试渠道', en: 'Tested a channel' },
  'channel.update': { zh: '修改渠道', en: 'Changed a channel' },
  'channel.upstream': { zh: '比较渠道与供应商的模型', en: 'Compared channels with the models of their providers' },
  'doctor.run': { zh: '检查系统', en: 'Checked the installation' },
  'factor.passkey-add': { zh: '添加通行密钥', en: 'Added a passkey' },
  'factor.passkey-remove': { zh: '移除通行密钥', en: 'Removed a passkey' },
  'factor.recovery-codes': { zh: '重新生成恢复码', en: 'Created new recovery codes' },
  'factor.reset': { zh: '重置用户的两步验证', en: "Reset a user's two-step verification" },
  'factor.totp-off': { zh: '关闭两步验证', en: 'Turned two-step verification off' },
  'factor.totp-on': { zh: '开启两步验证', en: 'Turned two-step verification on' },
  'group.move': { zh: '移动分组成员', en: 'Moved the members of a group' },
  'identity.bind': { zh: '绑定登录方式', en: 'Linked a way to log in' },
  'identity.unbind': { zh: '解绑登录方式', en: 'Unlinked a way to log in' },
  'import.run': { zh: '从其他网关迁入', en: 'Moved in from another gateway' },
  'log.export': { zh: '导出使用日志', en: 'Exported the usage log' },
  'log.read-content': { zh: '查看对话内容', en: 'Read the contents of a call' },
  'log.clean-up': { zh: '清理使用日志', en: 'Cleaned up the usage log' },
  'login.failed': { zh: '登录失败', en: 'Failed to log in' },
  'login.first-step': { zh: '密码正确，等待两步验证', en: 'Entered the right password, two-step verification pending' },
  'login.unlock': { zh: '解除登录锁定', en: 'Unlocked a login' },
  login: { zh: '登录', en: 'Logged in' },
  logout: { zh: '退出登录', en: 'Logged out' },
  'message.create': { zh: '发送消息', en: 'Sent a message' },
  'message.delete': { zh: '删除消息', en: 'Deleted a message' },
  'message.update': { zh: '修改消息', en: 'Changed a message' },
  'model_mapping.update': { zh: '修改虚拟模型', en: 'Changed the virtual models' },
  'model_mapping.reload': { zh: '重新加载虚拟模型', en: 'Reloaded the virtual models' },
  'option.reset_model_ratio': { zh: '重置模型倍率', en: 'Reset the model ratios' },
  'option.test_mail': { zh: '发送测试邮件', en: 'Sent a test email' },
  'option.test_webhook': { zh: '发送测试 Webhook', en: 'Sent a test webhook' },
  'option.update': { zh: '修改系统设置', en: 'Changed a setting' },
  'price.return': { zh: '恢复到以前的价格版本', en: 'Restored an earlier version of the prices' },
  'price.update': { zh: '修改价格', en: 'Changed the prices' },
  'redemption.create': { zh: '创建兑换码', en: 'Created redemption codes' },
  'redemption.delete': { zh: '删除兑换码', en: 'Deleted redemption codes' },
  'redemption.disable': { zh: '禁用兑换码', en: 'Disabled redemption codes' },
  'redemption.update': { zh: '修改兑换码', en: 'Changed a redemption code' },
  'server-error.delete': { zh: '移除一类服务器错误', en: 'Removed a kind of server errors' },
  'server-error.seen': { zh: '将服务器错误标为已读', en: 'Marked server errors as seen' },
  'session.end': { zh: '结束一个会话', en: 'Ended a session' },
  'session.end-all': { zh: '结束所有会话', en: 'Ended all sessions' },
  setup: { zh: '初始化系统', en: 'Set up the system' },
  'top-up.ask': { zh: '向支付平台查询订单', en: 'Checked an order with the payment service' },
  'top-up.complete': { zh: '手动完成订单', en: 'Completed an order by hand' },
  'top-up.refund': { zh: '退款', en: 'Refunded an order' },
  'token.create': { zh: '创建令牌', en: 'Created a token' },
  'token.delete': { zh: '删除令牌', en: 'Deleted a token' },
  'token.reveal': { zh: '查看令牌密钥', en: 'Revealed a token key' },
  'token.update': { zh: '修改令牌', en: 'Changed a token' },
  'user.bind_email': { zh: '绑定邮箱', en: 'Set their own email address' },
  'user.create': { zh: '添加用户', en: 'Added a user' },
  'user.delete': { zh: '注销用户', en: 'Deactivated a user' },
  'user.end-session': { zh: '结束用户的一个会话', en: 'Ended a session of a user' },
  'user.data': { zh: '下载用户的全部数据', en: 'Downloaded all data of a user' },
  'user.end-sessions': { zh: '结束用户的所有会话', en: 'Ended all sessions of a user' },
  'user.grant-quota': { zh: '增加用户额度', en: 'Granted quota to a user' },
  'user.manage': { zh: '变更用户的状态或角色', en: 'Changed the status or role of a user' },
  'user.register': { zh: '注册账户', en: 'Registered an account' },
  'user.reset_password': { zh: '重置密码', en: 'Reset their own password' },
  'user.update': { zh: '修改用户', en: 'Changed a user' },
  'wallet.redeem': { zh: '使用兑换码', en: 'Redeemed a code' },
} as const satisfies Readonly<Record<string, Words>>

export type AuditAction = keyof typeof auditActions

/** The words of an action; undefined for one that only another version of the program knows. */
export function auditWords(action: string): Words | undefined {
  return isAuditAction(action) ? auditActions[action] : undefined
}

const isAuditAction = (action: string): action is AuditAction => Object.hasOwn(auditActions, action)

/** What an action was done to. `owner`: who has a budget, a user or a token. `call`: its request id. `text`: what its sentence says. */
export const auditTargetKinds = [
  ...(['user', 'channel', 'tag', 'token', 'owner', 'code', 'order', 'message', 'announcement'] as const),
  ...(['option', 'group', 'version', 'call', 'text'] as const),
] as const
export type AuditTargetKind = (typeof auditTargetKinds)[number]

/** A thing with its name as it is now, or as it was then where it is no more; empty where neither is known. */
export const AuditTarget = z.object({ kind: z.enum(auditTargetKinds), id: z.string(), name: z.string() })
export type AuditTarget = z.infer<typeof AuditTarget>

/** One row as admins see it. */
export const AuditEntry = z.object({
  id: z.number().int(),
  /** Unix seconds. */
  created_at: z.number().int(),
  /** 0: not logged in, or the command line. */
  actor_id: z.number().int(),
  actor_name: z.string(),
  client_ip: z.string(),
  action: z.string(),
  /** What it was done to: an id, or the name of a setting. */
  target: z.string(),
  /** The same by name; the first five of many. */
  targets: z.array(AuditTarget),
  target_count: z.number().int(),
  /** `before` and `after`, or what was `sent`; secrets are masked. */
  detail: z.unknown(),
  request_id: z.string(),
  /** The seals of this row and of the row before it, in hexadecimal. */
  seal: z.string(),
  seal_before: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditPage = countedPageSchema(AuditEntry)

/** The result of following the chain of hashes. */
export const AuditVerdict = z.object({
  /** Rows that were read. */
  rows: z.number().int(),
  /** Unix seconds of the check. */
  checked_at: z.number().int(),
  /** How often the chain breaks. */
  broken: z.number().int(),
  /** Id of the first row that does not fit; null: all do. */
  broken_at: z.number().int().nullable(),
  /**
   * The breaks, up to a thousand. `changed`: the row is not what was written. `gap`: rows before it were removed, or changed with their seals.
   * `end`: the newest rows, those after it, were removed.
   */
  breaks: z.array(z.object({ id: z.number().int(), kind: z.enum(['changed', 'gap', 'end']) })),
})
export type AuditVerdict = z.infer<typeof AuditVerdict>
