import { updateSetting } from '@waystation/contract/api/people/account'
import { dollarsOf } from '@waystation/contract/money/quota'
import { type Self, UserSettingDraft } from '@waystation/contract/people/user'
import { isRoot } from '@waystation/contract/site/status-table'
import { useState } from 'react'
import type { z } from 'zod'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { usePublicStatus, useQuotaPerUnit } from '~/session/status'
import { rememberUser } from '~/session/user'
import { MailSettingsLink } from '~/shared/money/Reminder'
import { ownSetting } from '~/shared/money/reminder-way'
import { useHumanCheck } from '~/shared/sign-in/HumanCheck'
import { MailedCodeField } from '~/shared/sign-in/MailedCodeField'
import {
  Banner,
  Button,
  confirm,
  QuotaField,
  SecretField,
  SelectField,
  SettingsCard,
  SwitchField,
  Tabs,
  TextField,
  useFormValue,
  useUrlChoice,
} from '~/ui/kit'

/** Quota units. Source: specification section 9. */
const THRESHOLDS = [100_000, 500_000, 1_000_000, 5_000_000] as const

const NotifyForm = UserSettingDraft.pick({
  ...{ notify_type: true, quota_warning_threshold: true, notification_email: true, notification_code: true },
  ...{ webhook_url: true, webhook_secret: true, monthly_statement: true },
})
const PriceForm = UserSettingDraft.pick({ accept_unset_model_ratio_model: true })
const OtherForm = UserSettingDraft.pick({ show_ip_in_logs: true })

/** What users set for themselves. */
export function SettingsTabs({ user }: { readonly user: Self }) {
  const t = useText()
  const [tab, setTab] = useUrlChoice('tab', ['notify', 'price', 'other'])
  const send = useCall(updateSetting, { isQuiet: true, done: 'me.saved' })
  const save = async (changed: z.input<typeof UserSettingDraft>) => rememberUser(await send.run({ body: changed }))
  const setting = ownSetting(user.setting)
  return (
    <Tabs
      label={t('me.settings')}
      value={tab}
      onChange={setTab}
      tabs={[
        { key: 'notify', label: t('me.notify.title'), content: <NotifyCard user={user} save={save} /> },
        {
          key: 'price',
          label: t('me.price.title'),
          content: (
            <SettingsCard
              id="price"
              title={t('me.price.title')}
              schema={PriceForm}
              initial={{ accept_unset_model_ratio_model: setting.accept_unset_model_ratio_model }}
              onSave={save}
            >
              <SwitchField name="accept_unset_model_ratio_model" label={t('me.price.unset')} hint={t('me.price.unsetHint')} />
            </SettingsCard>
          ),
        },
        {
          key: 'other',
          label: t('me.other.title'),
          content: (
            <SettingsCard
              id="other"
              title={t('me.other.title')}
              schema={OtherForm}
              initial={{ show_ip_in_logs: setting.show_ip_in_logs }}
              onSave={save}
            >
              <SwitchField name="show_ip_in_logs" label={t('me.other.ip')} hint={t('me.other.ipHint')} />
            </SettingsCard>
          ),
        },
      ]}
    />
  )
}

interface NotifyCardProps {
  readonly user: Self
  readonly save: (changed: z.input<typeof UserSettingDraft>) => Promise<void>
}

function NotifyCard({ user, save }: NotifyCardProps) {
  const t = useText()
  const perUnit = useQuotaPerUnit()
  // A saved secret is never shown again: the next round begins with an empty field.
  const [round, setRound] = useState(0)
  const setting = ownSetting(user.setting)
  const initial = {
    notify_type: setting.notify_type,
    quota_warning_threshold: setting.quota_warning_threshold ?? user.quota_remind_threshold,
    notification_email: setting.notification_email ?? '',
    notification_code: '',
    webhook_url: setting.webhook_url ?? '',
    webhook_secret: '',
    monthly_statement: setting.monthly_statement ?? false,
  }
  const removeSecret = async () => {
    const isSure = await confirm({ title: t('me.notify.removeTitle'), text: t('me.notify.removeText'), yes: t('me.notify.remove') })
    if (isSure) await save({ remove_webhook_secret: true })
  }
  return (
    <SettingsCard
      key={round}
      id="notify"
      title={t('me.notify.title')}
      text={t('me.notify.text')}
      schema={NotifyForm}
      initial={initial}
      aside={
        user.has_webhook_secret && (
          <Button size="small" onClick={removeSecret}>
            {t('me.notify.remove')}
          </Button>
        )
      }
      onSave={async (changed) => {
        await save(changed)
        setRound((before) => before + 1)
      }}
    >
      <SelectField
        name="notify_type"
        label={t('me.notify.type')}
        choices={[
          { value: 'email', label: t('auth.email') },
          { value: 'webhook', label: 'Webhook' },
        ]}
      />
      <QuotaField
        name="quota_warning_threshold"
        label={t('me.notify.threshold')}
        presetsInDollars={THRESHOLDS.map((units) => dollarsOf(units, perUnit))}
      />
      <Destination user={user} proven={[user.email, setting.notification_email ?? '']} />
      <SwitchField name="monthly_statement" label={t('me.notify.statement')} hint={t('me.notify.statementHint')} />
    </SettingsCard>
  )
}

/** Where the notice goes. */
function Destination({ user, proven }: { readonly user: Self; readonly proven: readonly [own: string, present: string] }) {
  const t = useText()
  const sendsMail = usePublicStatus()?.mail_enabled
  const hasSecret = user.has_webhook_secret
  const human = useHumanCheck()
  const email = useFormValue<string | undefined>('notification_email')?.trim() ?? ''
  if (useFormValue<string>('notify_type') === 'email') {
    const [own] = proven
    const hint = own ? t('me.notify.emailHint', { email: own }) : t('me.notify.emailHintNone')
    const isNew = email !== '' && !proven.some((known) => known.toLowerCase() === email.toLowerCase())
    return (
      <>
        {sendsMail === false && (
          <Banner tone="amber">
            {t('me.notify.noMail')} {isRoot(user.role) ? <MailSettingsLink /> : t('me.notify.askOrWebhook')}
          </Banner>
        )}
        <TextField name="notification_email" label={t('me.notify.email')} hint={hint} kind="email" autoComplete="email" />
        {isNew && (
          <>
            <MailedCodeField name="notification_code" emailName="notification_email" check={human} purpose="notices" />
            {human.box}
          </>
        )}
      </>
    )
  }
  return (
    <>
      <TextField name="webhook_url" label={t('me.notify.url')} hint={t('me.notify.urlHint')} kind="url" isMono placeholder="https://" />
      <SecretField
        name="webhook_secret"
        label={t('me.notify.secret')}
        hint={t(hasSecret ? 'me.notify.secretKept' : 'me.notify.secretHint')}
        isMono
      />
    </>
  )
}
