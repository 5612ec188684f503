// The text of a log row, composed when it is read, in the reader's language (decision D38).

import type { LogOther } from '@waystation/contract/calls/log'
import { errorMessage, type Facts, filledWords, isErrorCode, type Language } from '@waystation/contract/errors'
import { DEFAULT_QUOTA_DISPLAY, type QuotaDisplay } from '@waystation/contract/money/quota'
import { logType } from '@waystation/contract/site/status-table'

/** Words of rows that are no errors; facts stand in braces. */
const words: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  channel_test: { zh: '渠道测试：{channel}', en: 'Channel test: {channel}' },
  channel_test_failed_log: { zh: '渠道测试失败：{channel}', en: 'Channel test failed: {channel}' },
  client_gone: { zh: '客户端在供应商响应前断开', en: 'The client disconnected before the provider responded' },
  redeemed: { zh: '通过兑换码 #{id} 充值 {amount:quota}', en: 'Redeemed code #{id}: {amount:quota}' },
  paid: { zh: '在线充值 {amount:quota}，订单 {trade}', en: 'Paid online: {amount:quota}, order {trade}' },
  refunded: { zh: '订单 {trade} 已退款，扣除 {amount:quota}', en: 'Order {trade} was refunded: {amount:quota} taken back' },
  credit_locked: {
    zh: '订单 {trade} 的付款存在争议，锁定 {amount:quota}',
    en: 'The payment of order {trade} is disputed: {amount:quota} locked',
  },
  credit_unlocked: {
    zh: '订单 {trade} 的付款争议已结束，解锁 {amount:quota}',
    en: 'The dispute over order {trade} is over: {amount:quota} unlocked',
  },
  rebate_taken_back: {
    zh: '被邀请用户退款，扣除返利 {share:quota}',
    en: 'A user you invited was refunded: rebate of {share:quota} taken back',
  },
  rebate: {
    zh: '邀请返利 {share:quota}：被邀请用户充值 {amount:quota}',
    en: 'Invitation rebate of {share:quota}: a user you invited topped up {amount:quota}',
  },
  gift_new_user: { zh: '新用户注册赠送 {amount:quota}', en: 'Gift for a new user: {amount:quota}' },
  gift_invitee: { zh: '使用邀请码赠送 {amount:quota}', en: 'Gift for joining by an invitation: {amount:quota}' },
  gift_inviter_paid: { zh: '受邀用户首次付款，赠送 {amount:quota}', en: 'Gift for the first payment of an invited user: {amount:quota}' },
  gift_inviter: { zh: '邀请用户赠送 {amount:quota}', en: 'Gift for inviting a user: {amount:quota}' },
  check_in: { zh: '签到获得 {quota:quota}', en: 'Checked in: {quota:quota}' },
  aff_transfer: { zh: '邀请收益划转到余额：{amount:quota}', en: 'Invitation income moved to the balance: {amount:quota}' },
  user_created: { zh: '管理员创建了该账户', en: 'Account created by an administrator' },
  user_edited: { zh: '管理员修改了账户信息：{fields}', en: 'Account changed by an administrator: {fields}' },
  user_quota_changed: {
    zh: '管理员将余额从 {before:quota} 调整为 {after:quota}',
    en: 'Balance changed by an administrator from {before:quota} to {after:quota}',
  },
  user_quota_changed_because: {
    zh: '管理员将余额从 {before:quota} 调整为 {after:quota}：{reason}',
    en: 'Balance changed by an administrator from {before:quota} to {after:quota}: {reason}',
  },
  user_quota_and_fields_changed: {
    zh: '管理员将余额从 {before:quota} 调整为 {after:quota}，并修改了：{fields}',
    en: 'Balance changed by an administrator from {before:quota} to {after:quota}; also changed: {fields}',
  },
  user_promote: { zh: '被设为管理员', en: 'Promoted to admin' },
  user_demote: { zh: '被取消管理员', en: 'Demoted from admin' },
  user_disable: { zh: '账户被管理员封禁', en: 'Account banned by an administrator' },
  user_enable: { zh: '账户被管理员解封', en: 'Account unbanned by an administrator' },
  user_factors_reset: { zh: '两步验证与通行密钥被管理员重置', en: 'Two-step verification and passkeys reset by an administrator' },
  user_delete: { zh: '账户被管理员注销', en: 'Account deactivated by an administrator' },
  task_refunded: { zh: '任务 {task} 失败，费用已退还', en: 'Task {task} failed: its cost was refunded' },
  per_token: {
    zh: '模型倍率 {model_ratio}，补全倍率 {completion_ratio}，分组倍率 {group_ratio}',
    en: 'Model ratio {model_ratio}, completion ratio {completion_ratio}, group ratio {group_ratio}',
  },
  images: {
    zh: '{words}，图片 {images} 张，尺寸 {size}，质量 {quality}',
    en: '{words}, images {images}, size {size}, quality {quality}',
  },
  per_call: { zh: '模型价格 {model_price}，分组倍率 {group_ratio}', en: 'Model price {model_price}, group ratio {group_ratio}' },
}

/**
 * The text of `content`. A row that names a key and facts is worded by them; an ordinary charge is described by its ratios.
 * @param display how the installation shows amounts
 */
export function logWords(
  row: { readonly type: number; readonly other: LogOther },
  language: Language,
  display: QuotaDisplay = DEFAULT_QUOTA_DISPLAY,
): string {
  const { content } = row.other
  if (typeof content === 'string') return content
  if (content) return wordsOf(content.key, content.facts ?? {}, language, display)
  if (row.type === logType.error && row.other.error_code !== undefined && isErrorCode(row.other.error_code))
    return errorMessage(row.other.error_code, {}, language)
  if (row.type !== logType.consumption) return ''
  const priced = priceWords(row.other, language)
  const { images, image_size: size = 'auto', image_quality: quality = 'auto' } = row.other
  return images === undefined ? priced : wordsOf('images', { words: priced, images, size, quality }, language)
}

function priceWords({ model_price, model_ratio, completion_ratio, group_ratio }: LogOther, language: Language): string {
  if (model_price !== undefined && model_price >= 0) return wordsOf('per_call', { model_price, group_ratio: group_ratio ?? 1 }, language)
  if (model_ratio === undefined) return ''
  return wordsOf('per_token', { model_ratio, completion_ratio: completion_ratio ?? 1, group_ratio: group_ratio ?? 1 }, language)
}

function wordsOf(key: string, facts: Facts, language: Language, display?: QuotaDisplay): string {
  if (isErrorCode(key)) return errorMessage(key, facts, language, display)
  const entry = Object.hasOwn(words, key) ? words[key] : undefined
  return entry ? filledWords(entry[language], facts, language, display) : ''
}
