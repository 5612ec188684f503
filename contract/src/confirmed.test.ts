// Whatever decides who gets in, or where anything is sent, is confirmed. So each call that writes and each option is either confirmed, or stands
// here under the reason why it need not be: a new one fails until somebody has decided.
import { expect, test } from 'vitest'
import { endpoints } from './api/endpoints.ts'
import { isWrite } from './channels/endpoint.ts'
import { optionSubjects, options } from './options/registry.ts'

const calls: Readonly<Record<string, readonly string[]>> = {
  'it is how one gets in, or out, and is judged by what it brings': [
    ...[],
    ...['POST /api/user/register', 'GET /api/oauth/github', 'GET /api/oauth/oidc', 'GET /api/oauth/linuxdo', 'GET /api/oauth/wechat'],
    ...['GET /api/oauth/telegram/login', 'POST /api/user/reset'],
  ],
  'a state, which only somebody who has confirmed is given, comes with it': ['GET /api/oauth/telegram/bind'],
  'what it mails goes to the address that it is about, in our words': ['GET /api/verification', 'GET /api/reset_password'],
  'the mail has our words, and goes through the stored mail server': ['POST /api/option/test_mail'],
  'the test has our words, and goes to the stored address': ['POST /api/option/test_webhook'],
  'it can only take a way in away, and the user has others': [
    ...['DELETE /api/user/token', 'DELETE /api/user/sessions', 'DELETE /api/user/sessions/{session}', 'DELETE /api/user/{id}'],
    ...['DELETE /api/user/{id}/sessions', 'DELETE /api/user/{id}/sessions/{session}'],
  ],
  'the token reads and uses only, or has the scopes that the one before it was given with a confirmation': [
    ...['GET /api/user/token', 'POST /api/user/token'],
  ],
  'only warnings about the own account go to the addresses in it': ['PUT /api/user/setting'],
  'it names something, and no more': ['PUT /api/user/self/language', 'PUT /api/user/factors/passkeys/{passkey}'],
  'the new account belongs to nobody yet': ['POST /api/user/'],
  'a key of the own account buys calls, up to the balance, and opens no console': [
    ...['POST /api/token/', 'PUT /api/token/', 'DELETE /api/token/{id}', 'POST /api/token/{id}/clients'],
    ...['PUT /api/token/{id}/budget', 'DELETE /api/token/{id}/budget', 'PUT /api/user/{id}/budget', 'DELETE /api/user/{id}/budget'],
  ],
  'a channel sends calls to the address that came with its keys: another address needs the keys again': [
    ...[
      'POST /api/channel/',
      'PUT /api/channel/',
      'DELETE /api/channel/{id}',
      'POST /api/channel/batch',
      'POST /api/channel/batch/tag',
      'POST /api/channel/batch/status',
    ],
    ...['POST /api/channel/upstream_models', 'POST /api/channel/upstream_models/apply', 'PUT /api/channel/upstream_models/ignored'],
    ...['PUT /api/channel/{id}/upstream_models', 'DELETE /api/channel/upstream_models/run'],
    ...[
      'POST /api/channel/batch/edit',
      'PUT /api/channel/batch',
      'PUT /api/channel/tag',
      'POST /api/channel/tag/enabled',
      'POST /api/channel/tag/disabled',
      'DELETE /api/channel/disabled',
    ],
    ...['POST /api/channel/{id}/keys', 'PUT /api/channel/{id}/keys/{key_id}', 'DELETE /api/channel/{id}/keys/{key_id}'],
    ...[
      'POST /api/channel/fix',
      'GET /api/channel/test',
      'POST /api/channel/test',
      'GET /api/channel/test/{id}',
      'DELETE /api/channel/test/run',
      'POST /api/channel/{id}/clients',
    ],
    ...['GET /api/channel/update_balance', 'GET /api/channel/update_balance/{id}/', 'DELETE /api/channel/update_balance/run'],
  ],
  'it sets prices, which scripts of this family do': [
    ...['PUT /api/price/', 'POST /api/price/versions/{id}/return', 'POST /api/option/rest_model_ratio'],
    ...['POST /api/group/move', 'PUT /api/model_mapping/', 'POST /api/model_mapping/reload'],
  ],
  'it moves credit, and each movement is in the ledger': [
    ...['POST /api/user/check_in', 'POST /api/user/topup', 'POST /api/user/aff_transfer', 'POST /api/topup/{id}/ask'],
    ...['POST /api/topup/{id}/complete', 'POST /api/topup/{id}/refund', 'POST /api/user/pay', 'POST /api/user/orders/{id}/pay'],
    ...['POST /api/redemption/', 'PUT /api/redemption/', 'DELETE /api/redemption/{id}', 'PUT /api/redemption/batch-disable'],
    ...['DELETE /api/redemption/delete-by-name', 'DELETE /api/redemption/delete-disabled'],
  ],
  'a payment service calls, and its signature is verified': [
    ...['GET /api/user/epay/notify', 'POST /api/user/epay/notify', 'POST /api/user/stripe/webhook'],
  ],
  'it writes to people inside this site': [
    ...['POST /api/admin/announcements', 'PUT /api/admin/announcements/{id}', 'POST /api/admin/announcements/{id}/end'],
    ...['DELETE /api/admin/announcements/{id}'],
    ...['POST /api/admin/messages', 'PUT /api/admin/messages/{id}', 'DELETE /api/admin/messages/{id}'],
    ...['PUT /api/user/messages/{id}/read', 'PUT /api/user/messages/read'],
  ],
  'it says what has been read, and what is listed comes back if it comes up again': [
    ...['POST /api/server-error/seen', 'DELETE /api/server-error/{kind}'],
  ],
  'it keeps records': [
    'DELETE /api/log/',
    'POST /api/books/checks',
    'POST /api/doctor/',
    'POST /api/books/bills',
    'DELETE /api/books/bills/{id}',
  ],
}

test('every call that writes is confirmed, or has a reason why not', () => {
  const unconfirmed = endpoints
    .filter((call) => isWrite(call) && call.confirms === undefined)
    .map(({ method, path }) => `${method} ${path}`)
  expect(Object.values(calls).flat().toSorted()).toEqual(unconfirmed.toSorted())
})

/** By the subject of options, or by key where a subject has both kinds. */
const subjects: Readonly<Record<string, string>> = {
  'Check-in and invitation': 'gifts are booked in the ledger, and let nobody in',
  Pricing: 'prices and groups, which scripts of this family set',
  'Rate limit': 'how often, not who',
  Gemini: 'how bodies for a vendor are written, not where they go',
  Claude: 'how bodies for a vendor are written, not where they go',
  'All model calls': 'how often and with which words calls are tried at the channels that there are',
  'Time, size and ends of model calls': 'how long calls take',
}
const single: Readonly<Record<string, readonly string[]>> = {
  'new users get a key of their own': ['token_setting.first_token_enabled'],
  'it is a text or picture of the console, sanitized, or a link that one clicks': [
    ...['SystemName', 'Logo', 'Footer', 'Notice', 'general_setting.docs_link', 'DefaultCollapseSidebar'],
    ...['DisplayInCurrencyEnabled', 'DisplayTokenStatEnabled', 'QuotaPerUnit', 'DataExportDefaultTime', 'TimeZone', 'pricing.model_health'],
  ],
  'what is recorded here, and shown to those who may see it': [
    ...[
      'LogConsumeEnabled',
      'LogChatContentEnabled',
      'LogChatContentDays',
      'LogChatContentRedact',
      'LogErrorEnabled',
      'DataExportEnabled',
      'DataExportInterval',
    ],
  ],
  'when a channel is off, and when somebody is warned': [
    ...['AutomaticDisableChannelEnabled', 'AutomaticDisableKeywords', 'AutomaticEnableChannelEnabled', 'ChannelDisableThreshold'],
    'UpstreamModelsEveryHours',
    ...['ChannelTestEveryMinutes', 'ChannelBalanceEveryMinutes', 'ChannelPauseSeconds', 'QuotaRemindThreshold', 'WriteOffAlarm'],
  ],
  'how often and how long tasks are waited for, and how long they are kept': [
    'task.poll_seconds',
    'task.time_limit_minutes',
    'task.video_time_limit_minutes',
    'task.image_time_limit_minutes',
    'task.batch_time_limit_minutes',
    'task.keep_days',
  ],
  'how many, not who': ['MaxTokensPerUser', 'StreamCacheQueueLength'],
  'which calls are served, and with which words': [
    ...[
      'CheckSensitiveEnabled',
      'CheckSensitiveOnPromptEnabled',
      'SensitiveWords',
      'DrawingEnabled',
      'TaskEnabled',
      'MjAccountFilterEnabled',
    ],
    ...['MjActionCheckSuccessEnabled', 'MjModeClearEnabled', 'MjNotifyEnabled', 'task.webhooks_enabled', 'task.video_webhooks_enabled'],
  ],
}

test('every option is confirmed, or has a reason why not', () => {
  const given = Object.keys(subjects).flatMap((subject) => (optionSubjects[subject] ?? []).filter(({ confirmed }) => !confirmed))
  const reasoned = [...given.map(({ key }) => key), ...Object.values(single).flat()]
  const unconfirmed = options.filter(({ confirmed }) => confirmed === false).map(({ key }) => key)
  expect(reasoned.toSorted()).toEqual(unconfirmed.toSorted())
})

test('what the super admin alone may write is confirmed', () => {
  expect(options.filter(({ writer, confirmed }) => writer === 'root' && confirmed !== true)).toEqual([])
})
