import { useSelector } from '@tanstack/react-store'
import type { Channel } from '@waystation/contract/channel'
import { channelType } from '@waystation/contract/channel-type'
import { useState } from 'react'
import { useText } from '~/i18n'
import { Button, KeyListField, useFormScope, useFormValue } from '~/ui/kit'
import { keyExample } from './channel-types.ts'
import { RevealKeys } from './RevealKeys.tsx'
import { StoredKeys } from './StoredKeys.tsx'

/** What the keys of a stored channel need to be shown and changed. */
export type KeyedChannel = Pick<Channel, 'id' | 'type' | 'base_url' | 'key_count'>

/** The keys of a channel: of a new one a field, of a stored one its keys one by one, and a field that replaces them all. */
export function KeysSection({ stored }: { readonly stored: KeyedChannel | undefined }) {
  const t = useText()
  const { store } = useFormScope()
  const type = useFormValue<number>('type')
  const hasError = useSelector(store.state, ({ errors }) => errors.key !== undefined)
  const [wantsOthers, setWantsOthers] = useState(false)
  const isOneDocument = channelType(type)?.keyFormat === 'service-account-json'
  if (!stored)
    return (
      <KeyListField
        name="key"
        label={t('channel.key')}
        hint={t('channel.keyHint')}
        placeholder={keyExample(type)}
        isOneDocument={isOneDocument}
        isWide
        isRequired
      />
    )

  // Another provider takes other keys, and the server requires them again when the calls go to another host.
  const isReplacing = wantsOthers || hasError || type !== stored.type
  return (
    <>
      <StoredKeys channelId={stored.id} />
      {isReplacing && (
        <KeyListField
          name="key"
          label={t('channel.keyReplace')}
          hint={t('channel.keyKept')}
          placeholder={keyExample(type)}
          isOneDocument={isOneDocument}
          isWide
        />
      )}
      <div className="field wide key-tools">
        {!isReplacing && (
          <Button size="small" onClick={() => setWantsOthers(true)}>
            {t('channel.keyReplaceAll')}
          </Button>
        )}
        <RevealKeys channelId={stored.id} />
      </div>
    </>
  )
}
