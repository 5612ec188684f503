// What a channel and each of its keys take, as fields of the form; in the channel they stand in its setting.
import { CallLimits } from '@waystation/contract/calls/call-limits'
import type { ChannelSetting } from '@waystation/contract/channels/channel-setting'
import { z } from 'zod'

const { requests_per_minute, tokens_per_minute, calls_at_once } = CallLimits.shape

export const LimitFields = z.object({
  limits_requests_per_minute: requests_per_minute,
  limits_tokens_per_minute: tokens_per_minute,
  limits_calls_at_once: calls_at_once,
  key_limits_requests_per_minute: requests_per_minute,
  key_limits_tokens_per_minute: tokens_per_minute,
  key_limits_calls_at_once: calls_at_once,
})
type LimitValues = z.input<typeof LimitFields>

/** The fields of the limits of a setting; what stands there and is no limit has none. */
export function limitsIn(setting: Readonly<Record<string, unknown>>): LimitValues {
  const entries = (['limits', 'key_limits'] as const).flatMap((key) =>
    Object.entries(CallLimits.safeParse(setting[key]).data ?? {}).map(([name, limit]) => [`${key}_${name}`, limit] as const),
  )
  return LimitFields.parse(Object.fromEntries(entries))
}

/** Values of the form without those fields, and what of a setting they are. */
export function takeLimits<Values extends LimitValues>(values: Values) {
  const {
    limits_requests_per_minute,
    limits_tokens_per_minute,
    limits_calls_at_once,
    key_limits_requests_per_minute,
    key_limits_tokens_per_minute,
    key_limits_calls_at_once,
    ...rest
  } = values
  const ofChannel = [limits_requests_per_minute, limits_tokens_per_minute, limits_calls_at_once] as const
  const ofKeys = [key_limits_requests_per_minute, key_limits_tokens_per_minute, key_limits_calls_at_once] as const
  return { rest, limits: { ...set('limits', ofChannel), ...set('key_limits', ofKeys) } }
}

function set(
  key: 'limits' | 'key_limits',
  [requests, tokens, calls]: readonly [number | undefined, number | undefined, number | undefined],
): Pick<ChannelSetting, 'limits' | 'key_limits'> {
  const limits: CallLimits = {
    ...(requests && { requests_per_minute: requests }),
    ...(tokens && { tokens_per_minute: tokens }),
    ...(calls && { calls_at_once: calls }),
  }
  return Object.keys(limits).length === 0 ? {} : { [key]: limits }
}
