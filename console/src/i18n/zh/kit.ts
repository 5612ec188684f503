/** What the parts of the kit say of themselves. */
export const kit = {
  undo: '撤销',
  undoing: '正在撤销…',
  undone: '已撤销',
}
