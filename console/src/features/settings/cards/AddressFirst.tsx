import { serverAddress } from '@waystation/contract/options/payment'
import { useEffect, useEffectEvent } from 'react'
import { useText } from '~/i18n'
import { Banner, QuickChoices, useFormScope, useFormValue, useUrlState } from '~/ui/kit'
import { OptionLink } from '../OptionLink.tsx'
import type { StoredOptions } from '../use-stored-options.ts'

/** The address by which this page is open, as it would be saved. */
const here = () => location.origin

/** Above the ways to pay while the server has no address, with the way to its field. */
export function AddressFirst({ stored }: { readonly stored: StoredOptions }) {
  const t = useText()
  if ((stored.texts.get(serverAddress.key) ?? '') !== '') return null
  return (
    <Banner tone="blue" action={<OptionLink option={serverAddress.key} name={t('settings.addressLink')} fill />}>
      {t('settings.addressNeeded')}
    </Banner>
  )
}

/** Below the empty field of the server address: where this page is open, to be taken. Who came by a link finds it filled in. */
export function AddressSuggestion() {
  const t = useText()
  const { store, isLocked } = useFormScope()
  const { params } = useUrlState()
  const address = useFormValue<string | undefined>(serverAddress.key) ?? ''
  const isAsked = params.fill !== undefined && params.option === serverAddress.key
  const fillIn = useEffectEvent(() => {
    if (!isLocked && store.values()[serverAddress.key] === '') store.set(serverAddress.key, here())
  })
  useEffect(() => {
    if (isAsked) fillIn()
  }, [isAsked])
  if (address !== '' || isLocked) return null
  const choose = () => store.set(serverAddress.key, here())
  return <QuickChoices choices={[{ label: t('settings.addressHere', { address: here() }), isChosen: false, choose }]} />
}
