import { listModelsByType } from '@waystation/contract/api/catalog'
import { fetchModels, listUnpricedModels } from '@waystation/contract/api/channel'
import { call } from '~/api/call'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { Banner, CardsField, FormSection, ModelsField, TextField, useFormScope, useFormValue } from '~/ui/kit'
import { ChannelTest, type TestDone } from './ChannelTest.tsx'
import { channelTypeOf, channelTypes } from './channel-types.ts'

export interface ChannelFieldsProps {
  /** The stored channel while it is edited: its key may stay empty, and lends itself to "fetch" and "test". */
  readonly stored?: { readonly id: number; readonly key_count: number } | undefined
  readonly onTested?: (result: TestDone) => void
}

/** What every channel needs: provider, name, address, key, models, and a test. Stands in a form over ChannelDraft. */
export function ChannelFields({ stored, onTested }: ChannelFieldsProps) {
  const t = useText()
  const { store } = useFormScope()
  const type = useFormValue<number>('type')
  const key = useFormValue<string | undefined>('key') ?? ''
  const baseUrl = (useFormValue<string | undefined>('base_url') ?? '').trim()
  const models = useFormValue<string | undefined>('models') ?? ''
  const provider = channelTypeOf(type)
  const known = useData(listModelsByType, {}, { freshMs: 300_000 })
  const unpriced = useData(listUnpricedModels, { query: { models } }, { when: models !== '', freshMs: 60_000 })

  const askModels = () => {
    const values = store.values()
    return call(fetchModels, {
      body: {
        type,
        base_url: baseUrl,
        key,
        ...(stored ? { id: stored.id } : {}),
        ...(typeof values.setting === 'string' ? { setting: values.setting } : {}),
      },
    })
  }

  return (
    <>
      <FormSection title={t('channel.provider')} columns={1}>
        <CardsField
          name="type"
          label={t('channel.provider')}
          columns={2}
          cards={channelTypes.map((entry) => ({
            value: entry.type,
            title: t(entry.name),
            text: t(entry.hint),
            icon: <ProviderTile short={entry.short} />,
          }))}
        />
      </FormSection>
      <FormSection>
        <TextField name="name" label={t('channel.name')} placeholder={t('channel.namePlaceholder')} isRequired />
        <TextField
          name="base_url"
          label={t('channel.baseUrl')}
          kind="url"
          isRequired={provider !== undefined && provider.defaultBaseUrl === undefined}
          placeholder={provider?.defaultBaseUrl ?? 'https://relay.example.com/v1/chat/completions'}
          hint={
            provider?.defaultBaseUrl
              ? t('channel.baseUrlDefault', { address: provider.defaultBaseUrl })
              : t('channel.baseUrlCustom', { model: '{model}' })
          }
        />
        {type !== 8 && /\/v1\/?$/.test(baseUrl) && (
          <div className="field wide">
            <Banner tone="amber">{t('channel.baseUrlV1')}</Banner>
          </div>
        )}
        <TextField
          name="key"
          label={t('channel.key')}
          hint={stored ? t('channel.keyKept', { count: stored.key_count }) : t('channel.keyHint')}
          placeholder="sk-…"
          rows={2}
          isMono
          isWide
          isRequired={!stored}
        />
        <ModelsField
          name="models"
          label={t('channel.models')}
          hint={t('channel.modelsHint')}
          isRequired
          isWide
          known={known.data?.[String(type)]}
          fetchModels={askModels}
          fetchDisabledReason={key.trim() === '' && !stored ? t('channel.testNeeds') : undefined}
        />
        {unpriced.data !== undefined && unpriced.data.length > 0 && (
          <div className="field wide">
            <Banner tone="amber">{t('channel.unpriced', { models: unpriced.data.slice(0, 8).join(', ') })}</Banner>
          </div>
        )}
      </FormSection>
      <ChannelTest storedId={stored?.id} {...(onTested ? { onTested } : {})} />
    </>
  )
}

/** Two letters in a box, in place of a logo that is not ours. */
export function ProviderTile({ short }: { readonly short: string }) {
  return (
    <span className="provider-tile" aria-hidden>
      {short}
    </span>
  )
}
