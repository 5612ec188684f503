import { expect, test } from 'vitest'
import { type UserJson, withoutSecrets } from './user-record.ts'

const settingShown = (setting: string) => withoutSecrets({ setting } as UserJson).setting

test('the secret that signs webhooks is blanked, and the rest of the settings stays', () => {
  const setting = { notify_type: 'webhook', webhook_url: 'https://hooks.test', webhook_secret: 'hush', show_ip_in_logs: true }
  expect(JSON.parse(settingShown(JSON.stringify(setting)))).toEqual({ ...setting, webhook_secret: '' })
  expect(JSON.parse(settingShown('{"show_ip_in_logs":true}'))).toEqual({ show_ip_in_logs: true })
})

test('what cannot be read is not shown, for a secret may stand in it', () => {
  for (const setting of ['', '{"webhook_secret":"hush"', '["hush"]', '"hush"', 'null']) expect(settingShown(setting)).toBe('')
})
