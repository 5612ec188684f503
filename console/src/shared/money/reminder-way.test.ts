import { expect, test } from 'vitest'
import { reminderWay } from './reminder-way.ts'

const settings = (setting: object) => JSON.stringify(setting)

test.each([
  ['an address', { email: 'lin@example.net', setting: '' }, true, 'mail'],
  ['another address for notices', { email: '', setting: settings({ notification_email: 'me@example.net' }) }, true, 'mail'],
  ['no address', { email: '', setting: settings({}) }, true, 'noAddress'],
  ['settings that are broken', { email: 'lin@example.net', setting: '{' }, true, 'mail'],
  ['a site without mail', { email: 'lin@example.net', setting: '' }, false, 'noMail'],
  ['a webhook', { email: '', setting: settings({ notify_type: 'webhook', webhook_url: 'https://example.net/in' }) }, false, 'webhook'],
  ['a webhook without its address', { setting: settings({ notify_type: 'webhook' }) }, true, 'noAddress'],
] as const)('%s', (_, user, sendsMail, way) => expect(reminderWay(user, sendsMail)).toBe(way))
