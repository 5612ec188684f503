/** What the parts of the kit say of themselves. */
export const kit = {
  showResults: '查看结果',
  undo: '撤销',
  undoing: '正在撤销…',
  undone: '已撤销',
}
