import { useText } from '~/i18n'
import { FormSection, GroupsField, JsonField, NumberField, SelectField, SwitchField, TextField } from '~/ui/kit'
import { ModelMappingField, StatusMappingField } from './MappingFields.tsx'

/** Which calls a channel gets, and what it changes about them. Stands in a form over ChannelForm. */
export function RoutingFields() {
  const t = useText()
  return (
    <>
      <FormSection title={t('channel.routing')}>
        <GroupsField name="group" label={t('channel.groups')} isRequired />
        <TextField name="tag" label={t('channel.tag')} hint={t('channel.tagHint')} />
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
        <TextField name="model_prefix" label={t('channel.prefix')} hint={t('channel.prefixHint')} isMono />
      </FormSection>
      <FormSection title={t('channel.rewriting')}>
        <ModelMappingField />
        <StatusMappingField />
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
