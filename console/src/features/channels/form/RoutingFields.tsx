import { callLimitNames } from '@waystation/contract/calls/call-limits'
import { channelType } from '@waystation/contract/channels/channel-type'
import { listItems } from '@waystation/contract/values/codec'
import type { ReactNode } from 'react'
import { useText } from '~/i18n'
import {
  FormSection,
  GroupsField,
  JsonField,
  MapField,
  NumberField,
  SelectField,
  SwitchField,
  TagsField,
  TextField,
  useFormValue,
} from '~/ui/kit'

/** Which calls a channel gets, and what it changes about them. Stands in a form over ChannelForm. */
export function RoutingFields() {
  const t = useText()
  const { hasOwnVoices } = channelType(useFormValue<number>('type'))
  return (
    <>
      <FormSection title={t('channel.routing')}>
        <GroupsField name="group" label={t('channel.groups')} isRequired />
        <TagsField name="tag" label={t('channels.tags')} hint={t('channel.tagHint')} />
        <NumberField name="priority" label={t('channel.priority')} hint={t('channel.priorityHint')} />
        <NumberField name="weight" label={t('channel.weight')} hint={t('channel.weightHint')} min={0} />
        <TextField name="test_model" label={t('channel.testModel')} hint={t('channel.testModelHint')} isMono />
        <NumberField name="max_input_tokens" label={t('channel.maxInput')} hint={t('channel.maxInputHint')} min={0} />
        <NumberField
          name="cost_ratio"
          label={t('channel.costRatio')}
          hint={t('channel.costRatioHint')}
          min={0}
          max={100}
          step={0.05}
          placeholder="1"
        />
        <SwitchField name="auto_ban" label={t('channel.autoBan')} hint={t('channel.autoBanHint')} on={1} off={0} />
        <TextField name="remark" label={t('channels.remark')} hint={t('channels.remarkHint')} isWide />
        <TextField name="model_prefix" label={t('channel.prefix')} hint={t('channel.prefixHint')} isMono />
      </FormSection>
      <LimitsSection />
      <FormSection title={t('channel.rewriting')}>
        <ModelMappingField />
        <StatusMappingField />
        {hasOwnVoices && <VoicesField />}
        <JsonField name="param_override" label={t('channel.override')} hint={t('channel.overrideHint')} placeholder='{"temperature": 0}' />
        <TextField name="system_prompt" label={t('channel.systemPrompt')} hint={t('channel.systemPromptHint')} rows={3} />
        <SelectField
          name="stream_options"
          label={t('channel.streamOptions')}
          hint={t('channel.streamOptionsHint')}
          choices={[
            { value: 'auto', label: t('channel.streamOptionsAuto') },
            { value: 'never', label: t('channel.streamOptionsNever') },
          ]}
        />
        <JsonField
          name="setting"
          label={t('channel.setting')}
          hint={t('channel.settingHint')}
          placeholder='{"proxy": "socks5://127.0.0.1:1080", "thinking_to_content": true}'
        />
      </FormSection>
    </>
  )
}

/** What the channel takes of all callers together, and the same of each of its keys. */
function LimitsSection() {
  const t = useText()
  return (
    <FormSection title={t('channels.limits')}>
      {callLimitNames.flatMap((name) =>
        (['limits', 'key_limits'] as const).map((key) => (
          <NumberField
            key={`${key}_${name}`}
            name={`${key}_${name}`}
            label={t(`channels.${key}_${name}`)}
            hint={key === 'limits' ? t('channels.limitHint') : t('channels.keyLimitHint')}
            min={1}
            placeholder={t('channels.unlimited')}
          />
        )),
      )}
    </FormSection>
  )
}

/** Maps a requested model name to the model name sent to the upstream. Stands in a form with `models`. */
export function ModelMappingField({ hint }: { readonly hint?: ReactNode }) {
  const t = useText()
  const models = useFormValue<string | undefined>('models') ?? ''
  return (
    <MapField
      name="model_mapping"
      label={t('channel.mapping')}
      hint={hint}
      keyLabel={t('channel.mappingFrom')}
      valueLabel={t('channel.mappingTo')}
      keyPlaceholder="gpt-4o"
      valuePlaceholder="gpt-4o-2024-11-20"
      knownKeys={listItems(models)}
      isWide
    />
  )
}

const isVoiceId = (text: string) => /^[A-Za-z0-9_-]{1,64}$/.test(text)

/** Which voice of the vendor a caller's name stands for. */
function VoicesField() {
  const t = useText()
  return (
    <MapField
      name="voices"
      label={t('channel.voices')}
      hint={t('channel.voicesHint')}
      keyLabel={t('channel.voicesFrom')}
      valueLabel={t('channel.voicesTo')}
      keyPlaceholder="alloy"
      valuePlaceholder="21m00Tcm4TlvDq8ikWAM"
      check={(_name, id) => (isVoiceId(id) ? undefined : t('channel.voicesWrong'))}
      isWide
    />
  )
}

const isStatus = (text: string) => /^[1-5]\d\d$/.test(text)

/** Which status counts in the place of the upstream's. */
export function StatusMappingField({ hint }: { readonly hint?: ReactNode }) {
  const t = useText()
  return (
    <MapField
      name="status_code_mapping"
      label={t('channel.codes')}
      hint={hint ?? t('channel.codesHint')}
      keyLabel={t('channel.codesFrom')}
      valueLabel={t('channel.codesTo')}
      keyPlaceholder="400"
      valuePlaceholder="500"
      check={(from, to) => (isStatus(from) && isStatus(to) ? undefined : t('channel.codesWrong'))}
      isWide
    />
  )
}
