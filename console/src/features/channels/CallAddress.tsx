import { previewChannelAddress } from '@waystation/contract/api/channel'
import { channelType } from '@waystation/contract/channel-type'
import { listItems } from '@waystation/contract/codec'
import { cleanExact } from '@waystation/contract/pasted'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { useSettled } from '~/shared/use-settled'
import { useFormValue } from '~/ui/kit'

const FRESH_MS = 60_000

/** Where a call of the channel in the form around will go, as the server makes the address; nothing while that cannot be told. */
export function CallAddress({ storedId }: { readonly storedId: number | undefined }) {
  const t = useText()
  const type = useFormValue<number>('type')
  const setting = useFormValue<string | undefined>('setting') ?? ''
  const [model = channelType(type)?.models[0] ?? 'model'] = listItems(useFormValue<string | undefined>('models') ?? '')
  const base_url = useSettled(cleanExact(useFormValue<string | undefined>('base_url') ?? ''))
  const { data } = useData(
    previewChannelAddress,
    { body: { type, base_url, setting, model, ...(storedId === undefined ? {} : { id: storedId }) } },
    { freshMs: FRESH_MS, keepsPrevious: true },
  )
  return data && data.url !== '' && <span className="call-address">{t('channel.callsGoTo', { url: data.url })}</span>
}
