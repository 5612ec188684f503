export const balance = {
  title: '余额',
  used: '已用',
  calls: '请求次数',
  low: '余额不足：还剩 {left}。',
  empty: '余额已用完。',
  refused: '收费的请求会被拒绝。',
  topUp: '去充值',
  askAdmin: '请联系管理员充值。',
  command: '在服务器上执行以下命令可增加余额：',
}
