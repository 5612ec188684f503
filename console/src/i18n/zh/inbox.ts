export const inbox = {
  title: '收件箱',
  counts: '{unread} 封未读，共 {total} 封',
  unread: '未读',
  readAll: '全部标为已读',
  newer: '上一封',
  older: '下一封',
  noneOpen: '未打开消息',
  noneOpenText: '从左侧选择一条消息查看。',
  emptyTitle: '暂无消息',
  emptyText: '您还没有收到任何消息',
  unknown: '消息不存在',
}
