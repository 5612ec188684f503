import { expect, test } from 'vitest'
import { formOf, recognisedForm } from './webhook-form.ts'

test.each([
  ['https://open.feishu.cn/open-apis/bot/v2/hook/x', 'feishu'],
  ['https://open.larksuite.com/open-apis/bot/v2/hook/x', 'feishu'],
  ['https://oapi.dingtalk.com/robot/send?access_token=x', 'dingtalk'],
  ['https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=x', 'wecom'],
  ['https://api.telegram.org/bot1:x', 'telegram'],
  ['https://hooks.slack.com/services/T/B/x', 'slack'],
  ['https://discord.com/api/webhooks/1/x', 'discord'],
  ['https://open.feishu.cn.evil.test/', undefined],
  ['https://hooks.example/?to=hooks.slack.com', undefined],
  ['no address', undefined],
])('the receiver at %s is %s', (address, form) => {
  expect(recognisedForm(address)).toBe(form)
  expect(formOf('auto', address)).toBe(form ?? 'plain')
  expect(formOf('slack', address)).toBe('slack')
})
