// The form of a channel: the contract's draft, with some keys of `setting` as fields of their own. The others are edited as they stand.
import { type Channel, ChannelDraft } from '@waystation/contract/channels/channel'
import { channelType } from '@waystation/contract/channels/channel-type'
import { openai } from '@waystation/contract/vendors/openai'
import { z } from 'zod'
import { LimitFields, limitsIn, takeLimits } from './channel-limits.ts'

export const ChannelForm = ChannelDraft.extend({
  stream_options: z.enum(['auto', 'never']).default('auto'),
  cost_ratio: z.number().min(0, 'field_invalid').max(100, 'field_invalid').optional(),
  /** JSON: ids of voices by the names of callers. Of vendors without voices of their own they stay in the setting. */
  voices: z.string().default(''),
  ...LimitFields.shape,
})
export type ChannelFormInput = z.input<typeof ChannelForm>

/** What the specification presets (section 9). */
const blank = {
  type: openai.id,
  name: '',
  key: '',
  base_url: '',
  openai_organization: '',
  other: '',
  models: '',
  group: 'default',
  tag: '',
  remark: '',
  priority: 0,
  weight: 0,
  max_input_tokens: 0,
  auto_ban: 1,
  test_model: '',
  model_prefix: '',
  model_mapping: '',
  status_code_mapping: '',
  param_override: '',
  system_prompt: '',
  setting: '',
}

export function formOf(channel: Channel | undefined) {
  if (!channel) return { ...blank, stream_options: 'auto' as const, voices: '' }
  const stored = readObject(channel.setting)
  const { stream_options, cost_ratio, voices, limits: _limits, key_limits: _keyLimits, ...others } = stored
  const hasField = channelType(channel.type).hasOwnVoices === true
  const rest = hasField || voices === undefined ? others : { ...others, voices }
  const setting = Object.keys(rest).length === 0 ? '' : JSON.stringify(rest)
  return {
    ...{ ...channel, key: '', setting },
    ...limitsIn(stored),
    voices: hasField && voices ? JSON.stringify(voices) : '',
    stream_options: stream_options === 'never' ? ('never' as const) : ('auto' as const),
    ...(typeof cost_ratio === 'number' ? { cost_ratio } : {}),
  }
}

/** What is sent. The status is not among it: a channel that was disabled while its drawer stood open stays so. */
export function draftOf({ stream_options, cost_ratio, voices, status: _status, ...given }: ChannelFormInput): z.input<typeof ChannelDraft> {
  const { rest: values, limits } = takeLimits(given)
  const { stream_options: _stream, cost_ratio: _cost, ...rest } = readObject(values.setting ?? '')
  const setting = {
    ...rest,
    ...(stream_options === 'never' ? { stream_options } : {}),
    ...(cost_ratio === undefined || cost_ratio === 1 ? {} : { cost_ratio }),
    ...limits,
    ...(voices && { voices: readObject(voices) }),
  }
  return { ...values, setting: Object.keys(setting).length === 0 ? '' : JSON.stringify(setting) }
}

/** A JSON object out of a text; an empty one where the text holds none. */
function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text || '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** The text values of a JSON object; unfinished input has none. */
export function textsOf(json: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(readObject(json)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
