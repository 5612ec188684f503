import { listModelsByType } from '@waystation/contract/api/catalog'
import { channelType } from '@waystation/contract/channel-type'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { UnpricedNote } from '~/shared/UnpricedNote'
import { useUnpricedModels } from '~/shared/use-unpriced-models'
import { endsInV1 } from '~/shared/v1-address'
import { Banner, Button, CardsField, FormSection, KeyListField, ModelsField, TextField, useFormScope, useFormValue } from '~/ui/kit'
import { ChannelTest } from './ChannelTest.tsx'
import { textsOf } from './channel-form.ts'
import type { TestDone } from './channel-queries.ts'
import { CUSTOM, choosableTypes, defaultBaseUrl, OPENAI, typeHint, typeName } from './channel-types.ts'
import { ProviderTile } from './ProviderTile.tsx'
import { RevealKeys } from './RevealKeys.tsx'
import { StoredKeys } from './StoredKeys.tsx'
import { useFetchModels } from './use-fetch-models.ts'

export interface ChannelFieldsProps {
  /** The stored channel while it is edited: its key may stay empty, and lends itself to "fetch" and "test". */
  readonly stored?: { readonly id: number; readonly type: number; readonly key_count: number } | undefined
  readonly onTested?: (result: TestDone) => void
  /** Only what a first channel needs, and as low as can be. */
  readonly isCompact?: boolean
}

/** What every channel needs: provider, name, address, key, models, and a test. Stands in a form over ChannelDraft. */
export function ChannelFields({ stored, onTested, isCompact = false }: ChannelFieldsProps) {
  const t = useText()
  const type = useFormValue<number>('type')
  const baseUrl = (useFormValue<string | undefined>('base_url') ?? '').trim()
  const address = defaultBaseUrl(type)
  const types = choosableTypes(stored?.type)

  return (
    <>
      <FormSection title={isCompact ? undefined : t('channel.provider')} columns={1}>
        <CardsField
          name="type"
          label={t('channel.provider')}
          columns={isCompact ? 3 : 2}
          {...(isCompact ? {} : { searchLabel: t('channel.providerSearch', { count: types.length }) })}
          cards={types.map(({ id }) => ({
            value: id,
            title: typeName(id, t),
            ...(isCompact ? {} : { text: typeHint(id, t) }),
            icon: <ProviderTile type={id} />,
          }))}
        />
      </FormSection>
      <FormSection title={isCompact ? undefined : t('channel.credentials')}>
        <TextField name="name" label={t('channel.name')} placeholder={t('channel.namePlaceholder')} isRequired />
        <TextField
          name="base_url"
          label={t('channel.baseUrl')}
          kind="url"
          isRequired={type === CUSTOM}
          placeholder={address || 'https://relay.example.com'}
          hint={address ? t('channel.baseUrlDefault', { address }) : t('channel.baseUrlCustom')}
        />
        {endsInV1(baseUrl) && (
          <div className="field wide">
            <Banner tone="amber">{t('channel.baseUrlV1')}</Banner>
          </div>
        )}
        <KeyListField
          name="key"
          label={stored ? t('channel.keyStored', { count: stored.key_count }) : t('channel.key')}
          hint={stored ? t('channel.keyKept') : t('channel.keyHint')}
          placeholder="sk-…"
          isOneDocument={channelType(type)?.keyFormat === 'service-account-json'}
          isWide
          isRequired={!stored}
        />
        {stored && <StoredKeys channelId={stored.id} />}
        {stored && <RevealKeys channelId={stored.id} />}
        {type === OPENAI && !isCompact && (
          <TextField name="openai_organization" label={t('channel.organization')} hint={t('channel.organizationHint')} isMono />
        )}
        <ChannelModels stored={stored} isCompact={isCompact} />
      </FormSection>
      <ChannelTest storedId={stored?.id} onTested={onTested} />
    </>
  )
}

/** Which models the channel serves: typed, fetched from the far end, or the usual ones of its type. */
function ChannelModels({ stored, isCompact }: Pick<ChannelFieldsProps, 'stored' | 'isCompact'>) {
  const t = useText()
  const { store } = useFormScope()
  const type = useFormValue<number>('type')
  const key = useFormValue<string | undefined>('key') ?? ''
  const models = useFormValue<string | undefined>('models') ?? ''
  const byType = useData(listModelsByType, {}, { freshMs: 300_000 })
  const mapping = useFormValue<string | undefined>('model_mapping') ?? ''
  const unpriced = useUnpricedModels(models, type, textsOf(mapping))
  const usual = byType.data?.[String(type)] ?? []
  const askModels = useFetchModels(stored?.id)

  return (
    <>
      <ModelsField
        name="models"
        label={t('channel.models')}
        hint={isCompact ? undefined : t('channel.modelsHint')}
        isRequired
        isWide
        known={usual}
        fetchModels={askModels}
        fetchDisabledReason={key.trim() === '' && !stored ? t('channel.testNeeds') : undefined}
        aside={
          usual.length > 0 &&
          models === '' && (
            <Button size="small" kind="text" onClick={() => store.set('models', usual.join(','))}>
              {t('channel.modelsDefault')}
            </Button>
          )
        }
      />
      {unpriced && unpriced.models.length > 0 && (
        <div className="field wide">
          <UnpricedNote facts={unpriced} />
        </div>
      )}
    </>
  )
}
