import { useText } from '~/i18n'
import { SelectField } from '~/ui/kit'

/** Whether channels are disabled by themselves: as each has it, or alike in all. */
export function AutoBanField() {
  const t = useText()
  return (
    <SelectField
      name="auto_ban"
      label={t('channel.autoBan')}
      choices={[
        { value: '', label: t('channels.unchanged') },
        { value: '1', label: t('channels.on') },
        { value: '0', label: t('channels.off') },
      ]}
    />
  )
}
