export const auth = {
  title: '登录',
  heading: '登录 {name}',
  username: '用户名或邮箱',
  password: '密码',
  submit: '登录',
  expired: '登录已过期，请重新登录。',
  empty: '请输入用户名和密码',
  disabled: '管理员已关闭密码登录',
  success: '登录成功',
  humanCheck: {
    checking: '正在检查浏览器环境，请稍等',
    passed: '验证通过',
    failed: '验证失败',
  },
}
