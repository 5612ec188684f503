// Texts that the specification quotes, word by word (§2, §5, §8).
import { errorMessage } from '@waystation/contract/errors'
import { expect, test } from 'vitest'
import { en } from './en.ts'
import { zh } from './zh.ts'

test.each([
  [zh.inbox.title, '收件箱'],
  [zh.inbox.unread, '未读'],
  [zh.inbox.emptyTitle, '暂无消息'],
  [zh.inbox.emptyText, '您还没有收到任何消息'],
  [zh.inbox.unknown, '消息不存在'],
  [zh.table.range, '第 {from}-{to} 条，共 {total} 条'],
  [zh.message.title, '消息管理'],
  [zh.message.query, '查询'],
  [zh.message.create, '创建消息'],
  [zh.message.send, '发送消息'],
  [zh.message.confirmDelete, '确定删除此消息？'],
  [zh.message.confirmDeleteText, '此操作将删除消息及所有用户的接收记录，不可恢复'],
  [zh.message.read, '已读'],
  [zh.message.unread, '未读'],
  [zh.message.createdToast, '消息创建成功'],
  [zh.message.updatedToast, '消息更新成功'],
  [zh.message.deletedToast, '消息删除成功'],
  [zh.action.cancel, '取消'],
  [zh.shell.loggedOut, '注销成功!'],
  [errorMessage('message_title_required', {}, 'zh'), '请输入消息标题'],
  [errorMessage('message_content_required', {}, 'zh'), '请输入消息内容'],
  [errorMessage('message_recipient_required', {}, 'zh'), '请选择至少一个收件人'],
  [errorMessage('not_found', { what: '消息' }, 'zh'), '消息不存在'],
])('“%s”', (text, quoted) => {
  expect(text).toBe(quoted)
})

test.each([
  [errorMessage('not_logged_in', {}, 'en'), 'Not logged in or login expired, please log in again'],
  [errorMessage('too_many_requests', {}, 'en'), 'Too many requests, try again later'],
  [errorMessage('internal_error', {}, 'en'), 'Internal server error, contact the administrator'],
  [errorMessage('demo_site', {}, 'en'), 'This site is for demonstration only, no server'],
  [errorMessage('user_name_and_password', {}, 'en'), 'Username and password cannot be empty'],
  [errorMessage('bad_form', {}, 'en'), 'Please check the input'],
  [en.copy.failedTitle, 'Cannot copy to clipboard, please copy manually'],
  [en.me.token.copied, 'Token reset and copied to the clipboard'],
  [en.error.noServer, 'Unable to connect to server'],
  [en.error.saveFailed, 'Save failed, please retry'],
  [en.error.notFoundText, 'The page does not exist, check your browser address'],
])('“%s”', (text, quoted) => {
  expect(text).toBe(quoted)
})
