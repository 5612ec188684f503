import { useState } from 'react'
import { useLanguage, useText } from '~/i18n'
import { Button, CardsField, useFormValue } from '~/ui/kit'
import { choosableTypes, typeHint, typeName } from './channel-types.ts'
import { ProviderTile } from './ProviderTile.tsx'

export interface ProviderFieldProps {
  /** Type of a stored channel: shown in one line until the user wants to change it. */
  readonly storedType?: number | undefined
  readonly isCompact: boolean
}

/** Whose API a channel speaks to. */
export function ProviderField({ storedType, isCompact }: ProviderFieldProps) {
  const t = useText()
  const language = useLanguage()
  const type = useFormValue<number>('type')
  const [isOpen, setIsOpen] = useState(storedType === undefined)
  const types = choosableTypes(storedType, isCompact)
  if (!isOpen) {
    return (
      <div className="provider-line">
        <ProviderTile type={type} />
        <strong>{typeName(type, t, language)}</strong>
        <Button size="small" kind="text" onClick={() => setIsOpen(true)}>
          {t('channel.providerChange')}
        </Button>
      </div>
    )
  }
  return (
    <CardsField
      name="type"
      label={t('channel.provider')}
      columns={isCompact ? 3 : 2}
      {...(isCompact ? {} : { searchLabel: t('channel.providerSearch', { count: types.length }) })}
      cards={types.map(({ id }) => ({
        value: id,
        title: typeName(id, t, language),
        ...(isCompact ? {} : { text: typeHint(id, language) }),
        icon: <ProviderTile type={id} />,
      }))}
    />
  )
}
