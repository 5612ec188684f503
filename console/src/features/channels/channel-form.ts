// The form of a channel: the contract's draft, with the one key of `setting` that the gateway knows as a field of its own. What else
// stands in `setting` is kept as it is.
import { type Channel, ChannelDraft } from '@waystation/contract/channel'
import { z } from 'zod'

export const ChannelForm = ChannelDraft.extend({ stream_options: z.enum(['auto', 'never']).default('auto') })
export type ChannelFormInput = z.input<typeof ChannelForm>

/** What the specification presets (section 9). */
const blank = {
  type: 1,
  name: '',
  key: '',
  base_url: '',
  openai_organization: '',
  models: '',
  group: 'default',
  tag: '',
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
  if (!channel) return { ...blank, stream_options: 'auto' as const }
  const isNever = readObject(channel.setting).stream_options === 'never'
  return { ...channel, key: '', stream_options: isNever ? ('never' as const) : ('auto' as const) }
}

/** What is sent. The status is not among it: a channel that was disabled while its drawer stood open stays so. */
export function draftOf({ stream_options, status: _status, ...values }: ChannelFormInput): z.input<typeof ChannelDraft> {
  const { stream_options: _old, ...rest } = readObject(values.setting ?? '')
  const setting = stream_options === 'never' ? { ...rest, stream_options } : rest
  return { ...values, setting: Object.keys(setting).length === 0 ? '' : JSON.stringify(setting) }
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text || '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
