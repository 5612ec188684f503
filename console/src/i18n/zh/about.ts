export const about = {
  title: '关于',
  heading: '关于 {name}',
  text: '本站由 Waystation 提供服务。Waystation 是可自行部署的 AI 模型 API 网关与管理控制台：用一个地址、一个密钥调用多家供应商的模型，并列出每次调用的费用明细。',
  version: 'Waystation {version}',
}
