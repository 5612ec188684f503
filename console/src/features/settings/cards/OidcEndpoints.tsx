import { discoverOidc } from '@waystation/contract/api/people/outside'
import { useState } from 'react'
import { call } from '~/api/call'
import { messageOf } from '~/api/call-error'
import { useText } from '~/i18n'
import { Button, SettingRow, toast, useFormScope, useFormValue } from '~/ui/kit'

/** Fills in the three endpoints from the well-known address in the form around. They are saved with the card. */
export function OidcEndpoints() {
  const t = useText()
  const { store, isLocked } = useFormScope()
  const address = useFormValue<string | undefined>('oidc.well_known')?.trim() ?? ''
  const [isReading, setIsReading] = useState(false)
  const read = async () => {
    setIsReading(true)
    try {
      const found = await call(discoverOidc, { body: { url: address } })
      store.patch({
        'oidc.authorization_endpoint': found.authorization_endpoint,
        'oidc.token_endpoint': found.token_endpoint,
        'oidc.user_info_endpoint': found.userinfo_endpoint,
      })
      toast.info(t('settings.wellKnownDone'))
    } catch (error) {
      toast.failed(messageOf(error))
    } finally {
      setIsReading(false)
    }
  }
  const reason = isLocked ? t('settings.rootOnly') : /^https?:\/\/./i.test(address) ? undefined : t('settings.wellKnownMissing')
  return (
    <SettingRow label={t('settings.wellKnownFetch')} help={t('settings.wellKnownHelp')}>
      <Button onClick={read} isBusy={isReading} disabledReason={reason}>
        {t('settings.wellKnownFetch')}
      </Button>
    </SettingRow>
  )
}
