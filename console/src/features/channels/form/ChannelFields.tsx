import { listModelsByType } from '@waystation/contract/api/channels/catalog'
import { previewChannelAddress } from '@waystation/contract/api/channels/channel'
import type { Channel } from '@waystation/contract/channels/channel'
import { addressToStore, needsAccount, withTarget } from '@waystation/contract/channels/channel-address'
import { channelType, needsAddress } from '@waystation/contract/channels/channel-type'
import { listItems } from '@waystation/contract/values/codec'
import { cleanExact } from '@waystation/contract/values/pasted'
import type { Vendor } from '@waystation/contract/vendors/vendor'
import { useState } from 'react'
import { useData } from '~/api/use-data'
import { useLanguage, useText } from '~/i18n'
import { firstNames } from '~/shared/first-names'
import { shownMaker } from '~/shared/shown-traits'
import { useSettled } from '~/shared/use-settled'
import { endsInV1, withoutV1 } from '~/shared/v1-address'
import {
  Arriving,
  Banner,
  Button,
  CardsField,
  FormSection,
  ModelsField,
  QuickChoices,
  TextField,
  useFormScope,
  useFormValue,
} from '~/ui/kit'
import type { TestDone } from '../channel-queries.ts'
import { choosableTypes, ProviderTile, typeHint, typeName, typeWords } from '../channel-types.tsx'
import { ChannelTest, useFetchModels } from '../test/ChannelTest.tsx'
import { textsOf } from './channel-form.ts'
import { KeysSection } from './KeysSection.tsx'
import { EndingNote, UnpricedNote, useUnpricedModels } from './UnpricedNote.tsx'

/** Of models that a note names. */
const MAX_NAMES = 8

interface ChannelModelsProps {
  readonly storedId: number | undefined
  readonly isCompact: boolean
}

/** The channel's models: typed, fetched from the upstream, or the usual ones of its type; which of them have no price, and which no endpoint serves. */
function ChannelModels({ storedId, isCompact }: ChannelModelsProps) {
  const t = useText()
  const { store } = useFormScope()
  const type = useFormValue<number>('type')
  const key = useFormValue<string | undefined>('key') ?? ''
  const models = useFormValue<string | undefined>('models') ?? ''
  const mapping = useFormValue<string | undefined>('model_mapping') ?? ''
  const language = useLanguage()
  const ownHint = channelType(type).modelsHint?.[language]
  const byType = useData(listModelsByType, {}, { freshMs: 300_000 })
  const { facts: unpriced, isLoading } = useUnpricedModels(models, type, textsOf(mapping))
  const usual = byType.data?.[String(type)] ?? []
  const everyModel = Object.values(byType.data ?? {}).flat()
  const askModels = useFetchModels(storedId)

  return (
    <>
      <ModelsField
        name="models"
        label={t('channel.models')}
        hint={ownHint ?? (isCompact ? undefined : t('channel.modelsHint'))}
        isRequired
        isWide
        known={usual}
        recognized={everyModel}
        fetchModels={askModels}
        makerOf={shownMaker}
        fetchDisabledReason={key.trim() === '' && storedId === undefined ? t('channel.testNeeds') : undefined}
        aside={
          usual.length > 0 &&
          models === '' && (
            <Button size="small" kind="text" onClick={() => store.set('models', usual.join(','))}>
              {t('channel.modelsDefault')}
            </Button>
          )
        }
      />
      {isLoading && storedId !== undefined && <Arriving />}
      {unpriced && unpriced.models.length > 0 && (
        <div className="field wide">
          <UnpricedNote facts={unpriced} />
        </div>
      )}
      {unpriced && unpriced.ending.length > 0 && (
        <div className="field wide">
          <EndingNote ending={unpriced.ending} />
        </div>
      )}
      {unpriced && unpriced.uncallable.length > 0 && (
        <div className="field wide">
          <Banner tone="blue">
            <div>{t('channel.uncallable', { count: unpriced.uncallable.length, all: unpriced.asked })}</div>
            <div className="field-hint">{t('channel.uncallableNames', { names: firstNames(unpriced.uncallable, MAX_NAMES) })}</div>
          </Banner>
        </div>
      )}
    </>
  )
}

interface ProviderFieldProps {
  /** Type of a stored channel. */
  readonly storedType?: number | undefined
  readonly isCompact: boolean
}

/** The keyboard goes on where the list was. */
const focusButton = (line: HTMLElement | null) => line?.querySelector('button')?.focus()

/** Whose API a channel speaks to: a list to search, or the chosen one in one line, until the user wants to change it. */
function ProviderField({ storedType, isCompact }: ProviderFieldProps) {
  const t = useText()
  const language = useLanguage()
  const type = useFormValue<number>('type')
  const [isOpen, setIsOpen] = useState(storedType === undefined)
  const [wasChosen, setWasChosen] = useState(false)
  const types = choosableTypes(storedType, language)
  if (!isOpen) {
    return (
      <div className="provider-line" ref={wasChosen ? focusButton : undefined}>
        <ProviderTile type={type} />
        <strong>{typeName(type, t, language)}</strong>
        <span className="field-hint ellipsis" title={typeHint(type, language)}>
          {typeHint(type, language)}
        </span>
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
      columns={3}
      searchLabel={t('channel.providerSearch', { count: types.length })}
      isDense
      {...(isCompact
        ? {}
        : {
            onChosen: () => {
              setWasChosen(true)
              setIsOpen(false)
            },
          })}
      cards={types.map((vendor) => ({
        value: vendor.id,
        title: typeName(vendor.id, t, language),
        words: typeWords(vendor),
        icon: <ProviderTile type={vendor.id} />,
      }))}
    />
  )
}

const FRESH_MS = 60_000

/** Where a call of the channel in the form around will go, as the server makes the address; nothing while that cannot be told. */
function CallAddress({ storedId }: { readonly storedId: number | undefined }) {
  const t = useText()
  const type = useFormValue<number>('type')
  const setting = useFormValue<string | undefined>('setting') ?? ''
  const other = useSettled(cleanExact(useFormValue<string | undefined>('other') ?? ''))
  const [model = channelType(type).models[0] ?? 'model'] = listItems(useFormValue<string | undefined>('models') ?? '')
  const base_url = useSettled(cleanExact(useFormValue<string | undefined>('base_url') ?? ''))
  const { data, isLoading } = useData(
    previewChannelAddress,
    { body: { type, base_url, other, setting, model, ...(storedId === undefined ? {} : { id: storedId }) } },
    { freshMs: FRESH_MS, keepsPrevious: true },
  )
  // The room of an address as long as most, so that the fields below do not move when it comes.
  if (isLoading) {
    const usual = `${base_url || channelType(type).baseUrl}/v1/chat/completions`
    return <span className="call-address is-coming">{t('channel.callsGoTo', { url: usual })}</span>
  }
  return data && data.url !== '' && <span className="call-address">{t('channel.callsGoTo', { url: data.url })}</span>
}

/** The vendor's own address, and those of its other regions and of its plans, one press each. */
function PresetAddresses({ vendor: { presets = [] } }: { readonly vendor: Vendor }) {
  const t = useText()
  const language = useLanguage()
  const { store } = useFormScope()
  const given = (useFormValue<string | undefined>('base_url') ?? '').trim()
  if (presets.length === 0) return null
  const choice = (label: string, address: string) => ({
    label,
    isChosen: given === address,
    choose: () => store.set('base_url', address),
  })
  return (
    <QuickChoices
      choices={[choice(t('channel.baseUrlUsual'), ''), ...presets.map(({ name, address }) => choice(name[language], address))]}
    />
  )
}

/** A region for all models, or JSON with others for some of them. */
const REGIONS_EXAMPLE = 'us-central1 · {"default": "us-central1", "gemini-3.5-flash": "global"}'

export interface ChannelFieldsProps {
  /** The stored channel while it is edited: its key may stay empty, and lends itself to "fetch" and "test". */
  readonly stored?: Channel | undefined
  readonly onTested?: (result: TestDone) => void
  /** Only what a first channel needs, and as low as can be. */
  readonly isCompact?: boolean
}

/** What every channel needs: provider, name, address, key, models, and a test. Stands in a form over ChannelDraft. */
export function ChannelFields({ stored, onTested, isCompact = false }: ChannelFieldsProps) {
  const t = useText()
  const language = useLanguage()
  const type = useFormValue<number>('type')
  const baseUrl = (useFormValue<string | undefined>('base_url') ?? '').trim()
  const { store } = useFormScope()
  const vendor = channelType(type)
  const { baseUrl: address, addressExample: example } = vendor
  const noAddressHint = example
    ? t('channel.baseUrlExample', { address: example })
    : t(vendor.isAddressComputed ? 'channel.baseUrlComputed' : 'channel.baseUrlCustom')

  return (
    <>
      <FormSection title={isCompact ? undefined : t('channel.provider')} columns={1}>
        <ProviderField storedType={stored?.type} isCompact={isCompact} />
      </FormSection>
      <FormSection title={isCompact ? undefined : t('channel.credentials')}>
        <TextField name="name" label={t('channel.name')} placeholder={t('channel.namePlaceholder')} isRequired />
        <TextField
          name="base_url"
          label={t('channel.baseUrl')}
          kind="url"
          isRequired={needsAddress(type)}
          placeholder={address || (vendor.isAddressComputed ? '' : (example ?? 'https://relay.example.com'))}
          hint={
            <>
              <PresetAddresses vendor={vendor} />
              {address ? t('channel.baseUrlDefault', { address }) : noAddressHint}
              <CallAddress storedId={stored?.id} />
            </>
          }
          cleanedBy={cleanExact}
          onLeave={(typed) => {
            const { base_url, other } = withTarget({ base_url: cleanExact(typed), other: '' }, type)
            if (other !== '') store.patch({ base_url, other })
          }}
        />
        {endsInV1(baseUrl) && (
          <div className="field wide">
            <Banner
              tone="amber"
              action={
                <Button size="small" onClick={() => store.set('base_url', withoutV1(baseUrl))}>
                  {t('channel.removeV1')}
                </Button>
              }
            >
              {t('channel.baseUrlV1')}
            </Banner>
          </div>
        )}
        <KeysSection stored={stored} />
        {vendor.other && (
          <TextField
            name="other"
            label={vendor.other[language]}
            isMono
            isRequired={needsAccount(vendor, addressToStore(baseUrl, type))}
            {...(vendor.otherFormat === 'regions' && { rows: 2, hint: REGIONS_EXAMPLE })}
          />
        )}
        {vendor.takesOrganization && !isCompact && (
          <TextField name="openai_organization" label={t('channel.organization')} hint={t('channel.organizationHint')} isMono />
        )}
        <ChannelModels storedId={stored?.id} isCompact={isCompact} />
      </FormSection>
      <ChannelTest stored={stored} onTested={onTested} />
    </>
  )
}
