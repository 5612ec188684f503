/** What the parts of the kit say of themselves. */
export const kit = {
  showResults: '查看结果',
  undo: '撤销',
  undoing: '正在撤销…',
  undone: '已撤销',
  range: {
    from: '开始日期',
    to: '结束日期',
    apply: '应用',
    backwards: '开始日期不能晚于结束日期',
    tooLong: '最多 {count} 天',
  },
  chart: {
    legend: '图例：点击名称可隐藏',
    hide: '隐藏',
    show: '显示',
  },
}
