import { getNoticeWebhook, sendTestWebhook } from '@waystation/contract/api/option'
import type { CallData } from '@waystation/contract/channels/endpoint'
import { webhookForm, webhookUrl } from '@waystation/contract/options/notices'
import { isRoot } from '@waystation/contract/site/status-table'
import { formNames, formOf, recognisedForm, webhookForms } from '@waystation/contract/site/webhook-form'
import { useState } from 'react'
import { call } from '~/api/call'
import { messageOf } from '~/api/call-error'
import { useData } from '~/api/use-data'
import { useLanguage, useText } from '~/i18n'
import { useUser } from '~/session/user'
import { Banner, Button, SettingRow, useFormScope, useFormValue, useUnsavedForms } from '~/ui/kit'

type Outcome = { readonly answer: CallData<typeof sendTestWebhook> } | { readonly failure: string }

/** In which form notices go to the webhook, as it is typed or stored, and a test of it that shows what came back. */
export function WebhookTest() {
  return isRoot(useUser()?.role ?? 0) ? <StoredWebhook /> : null
}

function StoredWebhook() {
  const t = useText()
  const isUnsaved = useUnsavedForms().has('noticewebhook')
  const { data: stored } = useData(getNoticeWebhook)
  const { isLocked } = useFormScope()
  const [isSending, setIsSending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const reason = isLocked ? t('settings.rootOnly') : isUnsaved ? t('settings.testWebhookUnsaved') : undefined
  const send = async () => {
    setIsSending(true)
    setOutcome(
      await call(sendTestWebhook).then(
        (answer): Outcome => ({ answer }),
        (error: unknown): Outcome => ({ failure: messageOf(error) }),
      ),
    )
    setIsSending(false)
  }
  return (
    <>
      <SettingRow label={t('settings.webhookForm')}>
        <FormName stored={stored} />
      </SettingRow>
      <SettingRow label={t('settings.testWebhook')} help={t('settings.testWebhookHelp')}>
        <Button onClick={send} isBusy={isSending} disabledReason={reason}>
          {t('settings.testWebhookSend')}
        </Button>
      </SettingRow>
      {outcome && (
        <div className="settings-info" aria-live="polite">
          <TestOutcome outcome={outcome} />
        </div>
      )}
    </>
  )
}

/** What is typed counts before what is stored. */
function FormName({ stored }: { readonly stored: CallData<typeof getNoticeWebhook> | undefined }) {
  const t = useText()
  const language = useLanguage()
  const typed = useFormValue<string | undefined>(webhookUrl.key)?.trim() ?? ''
  const chosen = useFormValue<string | undefined>(webhookForm.key) ?? 'auto'
  const explicit = formNames.find((name) => name === chosen)
  const typedHost = URL.canParse(typed) ? new URL(typed).host : ''
  const host = typedHost || stored?.host || ''
  if (host === '') return <>—</>
  const address = `https://${host}/`
  const form = webhookForms[formOf(explicit ?? 'auto', address)].name[language]
  const isRecognised = explicit === undefined && recognisedForm(address) !== undefined
  return <>{t(isRecognised ? 'settings.webhookRecognised' : 'settings.webhookPlain', { form, host })}</>
}

function TestOutcome({ outcome }: { readonly outcome: Outcome }) {
  const t = useText()
  if ('failure' in outcome) return <Banner tone="red">{outcome.failure}</Banner>
  const { is_taken: isTaken, status, answer } = outcome.answer
  return (
    <Banner tone={isTaken ? 'green' : 'red'}>
      {t(isTaken ? 'settings.testWebhookTaken' : 'settings.testWebhookRejected', { status })}
      {answer !== '' && <code className="settings-answer">{answer}</code>}
    </Banner>
  )
}
