// What an entry of the audit log tells, as a sentence with the thing that it was done to.
import { z } from 'zod'
import type { Words } from '../errors.ts'
import { type AuditAction, type AuditTargetKind, auditWords } from './audit.ts'

export interface AuditSentence extends Words {
  readonly of: AuditTargetKind
}

const changed = (of: AuditTargetKind): AuditSentence => ({ zh: '修改{target}', en: 'Changed {target}', of })
const added = (of: AuditTargetKind): AuditSentence => ({ zh: '添加{target}', en: 'Added {target}', of })
const created = (of: AuditTargetKind): AuditSentence => ({ zh: '创建{target}', en: 'Created {target}', of })
const deleted = (of: AuditTargetKind): AuditSentence => ({ zh: '删除{target}', en: 'Deleted {target}', of })
const deactivated = (of: AuditTargetKind): AuditSentence => ({ zh: '注销{target}', en: 'Deactivated {target}', of })
const disabled = (of: AuditTargetKind): AuditSentence => ({ zh: '禁用{target}', en: 'Disabled {target}', of })

/** By action, or by action and what was asked for, or by action and what came of it. `{target}` stands for the thing, with its noun. */
const sentences: Readonly<Partial<Record<AuditAction | `${AuditAction}:${string}`, AuditSentence>>> = {
  'announcement.create': { zh: '发布{target}', en: 'Created {target}', of: 'announcement' },
  'announcement.delete': deleted('announcement'),
  'announcement.end': { zh: '结束{target}', en: 'Ended {target}', of: 'announcement' },
  'announcement.update': changed('announcement'),
  'budget.remove': { zh: '取消{target}的用量上限', en: 'Removed a limit of {target}', of: 'owner' },
  'budget.set': { zh: '设置{target}的用量上限', en: 'Set a limit of {target}', of: 'owner' },
  'channel.balance': { zh: '更新{target}的余额', en: 'Updated the balance of {target}', of: 'channel' },
  'channel.create': added('channel'),
  'channel.delete': deleted('channel'),
  'channel.key': { zh: '修改{target}的密钥', en: 'Changed the keys of {target}', of: 'channel' },
  'channel.reveal': { zh: '查看{target}的密钥', en: 'Revealed a key of {target}', of: 'channel' },
  'channel.tag': { zh: '修改{target}的标签', en: 'Changed the tag of {target}', of: 'channel' },
  'channel.tag:enabled': { zh: '启用{target}', en: 'Enabled {target}', of: 'channel' },
  'channel.tag:disabled': disabled('channel'),
  'channel.test': { zh: '测试{target}', en: 'Tested {target}', of: 'channel' },
  'channel.update': changed('channel'),
  'channel.update:enabled': { zh: '启用{target}', en: 'Enabled {target}', of: 'channel' },
  'channel.update:disabled': disabled('channel'),
  'channel.upstream': { zh: '比较{target}与供应商的模型', en: 'Compared {target} with the models of the provider', of: 'channel' },
  'factor.reset': { zh: '重置{target}的两步验证', en: 'Reset two-step verification of {target}', of: 'user' },
  'group.move': { zh: '移动{target}的成员', en: 'Moved the members of {target}', of: 'group' },
  'identity.bind': { zh: '绑定 {target}', en: 'Linked {target} for login', of: 'text' },
  'identity.unbind': { zh: '解绑 {target}', en: 'Unlinked {target}', of: 'text' },
  'import.run': { zh: '从 {target} 迁入', en: 'Moved in from {target}', of: 'text' },
  'log.read-content': { zh: '查看{target}的对话内容', en: 'Read the contents of {target}', of: 'call' },
  'login.failed': { zh: '以 {target} 登录失败', en: 'Failed to log in as {target}', of: 'text' },
  'login.first-step': {
    zh: '输入了 {target} 的正确密码，等待两步验证',
    en: 'Entered the right password for {target}, two-step verification pending',
    of: 'text',
  },
  'login.unlock': { zh: '解除 {target} 的登录锁定', en: 'Unlocked the login of {target}', of: 'text' },
  'message.create': { zh: '发送{target}', en: 'Sent {target}', of: 'message' },
  'message.delete': deleted('message'),
  'message.update': changed('message'),
  'option.update': changed('option'),
  'price.return': { zh: '恢复以前的价格，成为{target}', en: 'Restored earlier prices as {target}', of: 'version' },
  'price.update': { zh: '修改价格，成为{target}', en: 'Changed the prices as {target}', of: 'version' },
  'redemption.create': created('code'),
  'redemption.delete': deleted('code'),
  'redemption.disable': disabled('code'),
  'redemption.update': changed('code'),
  'top-up.ask': { zh: '向支付平台查询{target}', en: 'Checked {target} with the payment service', of: 'order' },
  'top-up.complete': { zh: '手动完成{target}', en: 'Completed {target} by hand', of: 'order' },
  'top-up.refund': { zh: '退款{target}', en: 'Refunded {target}', of: 'order' },
  'token.create': created('token'),
  'token.delete': deleted('token'),
  'token.reveal': { zh: '查看{target}的密钥', en: 'Revealed the key of {target}', of: 'token' },
  'token.update': changed('token'),
  'user.create': added('user'),
  'user.delete': deactivated('user'),
  'user.end-session': { zh: '结束{target}的一个会话', en: 'Ended a session of {target}', of: 'user' },
  'user.end-sessions': { zh: '结束{target}的所有会话', en: 'Ended all sessions of {target}', of: 'user' },
  'user.grant-quota': { zh: '为{target}增加额度', en: 'Granted quota to {target}', of: 'user' },
  'user.manage': changed('user'),
  'user.manage:disable': { zh: '封禁{target}', en: 'Banned {target}', of: 'user' },
  'user.manage:enable': { zh: '解封{target}', en: 'Unbanned {target}', of: 'user' },
  'user.manage:delete': deactivated('user'),
  'user.manage:promote': { zh: '将{target}设为管理员', en: 'Made {target} an admin', of: 'user' },
  'user.manage:demote': { zh: '将{target}降为普通用户', en: 'Made {target} an ordinary user', of: 'user' },
  'user.update': changed('user'),
}

/** What came of it, as far as it tells what was done. */
const Done = z.object({ after: z.union([z.string(), z.object({ action: z.string() }).transform(({ action }) => action)]) })

/**
 * The sentence of an entry, and of what kind its target is; undefined where its action says all.
 * @param detail `before` and `after`, or what was `sent`
 */
export function auditSentence(action: string, detail: unknown): AuditSentence | undefined {
  if (!auditWords(action)) return undefined
  const done = Done.safeParse(detail).data?.after
  return (done === undefined ? undefined : sentences[`${action}:${done}` as keyof typeof sentences]) ?? sentences[action as AuditAction]
}
