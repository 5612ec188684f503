import { listItems } from '@waystation/contract/codec'
import type { ReactNode } from 'react'
import { useText } from '~/i18n'
import { MapField, useFormValue } from '~/ui/kit'

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

const isStatus = (text: string) => /^[1-5]\d\d$/.test(text)

/** Which status counts in the place of the upstream's. */
export function StatusMappingField() {
  const t = useText()
  return (
    <MapField
      name="status_code_mapping"
      label={t('channel.codes')}
      hint={t('channel.codesHint')}
      keyLabel={t('channel.codesFrom')}
      valueLabel={t('channel.codesTo')}
      keyPlaceholder="400"
      valuePlaceholder="500"
      check={(from, to) => (isStatus(from) && isStatus(to) ? undefined : t('channel.codesWrong'))}
      isWide
    />
  )
}
