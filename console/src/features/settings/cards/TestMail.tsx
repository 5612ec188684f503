import { sendTestMail } from '@waystation/contract/api/option'
import { useState } from 'react'
import { call } from '~/api/call'
import { messageOf } from '~/api/call-error'
import { useText } from '~/i18n'
import { useUser } from '~/session/user'
import { AskTextHost, askText, Button, SettingRow, toast, useFormScope, useUnsavedForms } from '~/ui/kit'

/** Sends a mail with the stored SMTP settings, and shows what the mail server says. */
export function TestMail() {
  const t = useText()
  const user = useUser()
  const isUnsaved = useUnsavedForms().has('smtp')
  const [isSending, setIsSending] = useState(false)
  const { isLocked } = useFormScope()
  const reason = isLocked ? t('settings.rootOnly') : isUnsaved ? t('settings.testMailUnsaved') : undefined
  const send = async () => {
    const to = await askText({
      title: t('settings.testMail'),
      label: t('settings.testMailTo'),
      hint: t('settings.testMailHelp'),
      initial: user?.email ?? '',
      yes: t('settings.testMailSend'),
      check: (text) => (text.includes('@') ? undefined : t('settings.testMailAddress')),
    })
    if (to === undefined) return
    setIsSending(true)
    try {
      await call(sendTestMail, { body: { to } })
      toast.done(t('settings.testMailSent', { to }))
    } catch (error) {
      toast.failed(messageOf(error))
    } finally {
      setIsSending(false)
    }
  }
  return (
    <SettingRow label={t('settings.testMail')} help={t('settings.testMailHelp')}>
      <Button onClick={send} isBusy={isSending} disabledReason={reason}>
        {t('settings.testMailSend')}
      </Button>
      <AskTextHost />
    </SettingRow>
  )
}
