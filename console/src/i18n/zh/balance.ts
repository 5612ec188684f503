export const balance = {
  title: '余额',
  used: '已用',
  calls: '调用次数',
  low: '余额偏低：剩余 {left}。',
  empty: '余额已用尽。',
  refused: '收费的调用会被拒绝。',
  topUp: '充值',
  askAdmin: '请联系管理员充值。',
  command: '要增加余额，请在服务器上运行以下命令：',
}
