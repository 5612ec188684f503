import type { LogEntry, LogOther } from '@waystation/contract/calls/log'
import { logType } from '@waystation/contract/site/status-table'
import { expect, test } from 'vitest'
import { outcomeOf } from './call-outcome.ts'

const TOKEN = 7
const row = (fields: Partial<LogEntry>, other: LogOther = {}): LogEntry => ({
  id: 1,
  created_at: 1,
  type: logType.consumption,
  user_id: 1,
  username: 'root',
  channel: 0,
  channel_name: '',
  token_id: TOKEN,
  token_name: 'first-token',
  group: 'default',
  model_name: 'gpt-4o-mini',
  is_stream: false,
  use_time: 2,
  prompt_tokens: 3,
  completion_tokens: 4,
  quota: 5,
  content: '',
  client_ip: '',
  request_id: '',
  other: JSON.stringify(other),
  ...fields,
})
const refusal = (other: LogOther) => row({ type: logType.error }, other)

test('a channel test, a call of the playground and one of another token of the same name are none of its calls', () => {
  const others = [
    row({ token_id: 0, token_name: '' }, { is_test: true }),
    row({ token_id: 0, token_name: 'playground-default' }),
    row({ token_id: 8 }),
  ]
  expect(outcomeOf(others, TOKEN)).toBeUndefined()
  expect(outcomeOf([...others, row({ id: 9 })], TOKEN)).toMatchObject({ kind: 'answered', row: { id: 9 } })
})

test('a success has its times; old rows have whole seconds', () => {
  expect(outcomeOf([row({}, { frt: 580, total_ms: 1340 })], TOKEN)).toMatchObject({ firstMs: 580, totalMs: 1340 })
  expect(outcomeOf([row({}, { frt: -1 })], TOKEN)).toMatchObject({ firstMs: undefined, totalMs: 2000 })
})

test('a refusal shows until a call is answered', () => {
  const refused = refusal({ error_code: 'model_price_error' })
  expect(outcomeOf([refused], TOKEN)).toMatchObject({ kind: 'refused', remedy: 'price' })
  expect(outcomeOf([row({}), refused], TOKEN)).toMatchObject({ kind: 'answered' })
  expect(outcomeOf([refused, row({})], TOKEN)).toMatchObject({ kind: 'answered' })
})

test.each([
  ['model_price_error', 'gateway_error', 400, 'price'],
  ['get_channel_failed', 'gateway_error', 503, 'channel'],
  ['model_not_found', 'gateway_error', 404, 'channel'],
  ['insufficient_user_quota', 'gateway_error', 403, 'balance'],
  ['pre_consume_token_quota_failed', 'gateway_error', 403, 'tokenQuota'],
  ['model_not_allowed', 'gateway_error', 403, 'tokenModels'],
  ['upstream_error', 'upstream_error', 401, 'channelKey'],
  ['upstream_error', 'upstream_error', 500, 'logs'],
  ['do_request_failed', 'upstream_error', 502, 'unreachable'],
  ['constructor', 'gateway_error', 400, 'logs'],
] as const)('%s of a %s with status %i is helped by %s', (error_code, error_type, status_code, remedy) => {
  expect(outcomeOf([refusal({ error_code, error_type, status_code })], TOKEN)).toMatchObject({ kind: 'refused', remedy })
})

test('a row that cannot be read is a refusal all the same', () => {
  expect(outcomeOf([row({ type: logType.error, other: '{oops' })], TOKEN)).toMatchObject({ remedy: 'logs' })
})
