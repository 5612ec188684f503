import type { Channel } from '@waystation/contract/channel'
import { channelType, needsAddress } from '@waystation/contract/channel-type'
import { cleanExact } from '@waystation/contract/pasted'
import { useLanguage, useText } from '~/i18n'
import { endsInV1 } from '~/shared/v1-address'
import { Banner, FormSection, TextField, useFormValue } from '~/ui/kit'
import { CallAddress } from './CallAddress.tsx'
import { ChannelModels } from './ChannelModels.tsx'
import { ChannelTest } from './ChannelTest.tsx'
import type { TestDone } from './channel-queries.ts'
import { KeysSection } from './KeysSection.tsx'
import { ProviderField } from './ProviderField.tsx'

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
  const vendor = channelType(type)
  const address = vendor?.baseUrl
  const addressHint = address
    ? t('channel.baseUrlDefault', { address })
    : t(vendor?.isAddressComputed ? 'channel.baseUrlComputed' : 'channel.baseUrlCustom')

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
          placeholder={address || (vendor?.isAddressComputed ? '' : 'https://relay.example.com')}
          hint={
            <>
              {addressHint}
              <CallAddress storedId={stored?.id} />
            </>
          }
          cleanedBy={cleanExact}
        />
        {endsInV1(baseUrl) && (
          <div className="field wide">
            <Banner tone="amber">{t('channel.baseUrlV1')}</Banner>
          </div>
        )}
        <KeysSection stored={stored} />
        {vendor?.other && <TextField name="other" label={vendor.other[language]} isMono />}
        {vendor?.takesOrganization && !isCompact && (
          <TextField name="openai_organization" label={t('channel.organization')} hint={t('channel.organizationHint')} isMono />
        )}
        <ChannelModels storedId={stored?.id} isCompact={isCompact} />
      </FormSection>
      <ChannelTest stored={stored} onTested={onTested} />
    </>
  )
}
