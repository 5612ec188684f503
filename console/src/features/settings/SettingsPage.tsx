import { getNoticeWebhook, sendTestMail } from '@waystation/contract/api/option'
import { discoverOidc } from '@waystation/contract/api/people/outside'
import { isRoot } from '@waystation/contract/site/status-table'
import { lazy, Suspense, useState } from 'react'
import { call } from '~/api/call'
import { messageOf } from '~/api/call-error'
import { useRefresh } from '~/api/use-refresh'
import { useText } from '~/i18n'
import { useUser } from '~/session/user'
import {
  AskTextHost,
  askText,
  Button,
  EmptyState,
  ErrorState,
  LeaveGuard,
  Page,
  SettingRow,
  SettingsLayout,
  SkeletonLines,
  SlidersIcon,
  Tabs,
  toast,
  useFormScope,
  useFormValue,
  useUnsavedForms,
  useUrlState,
} from '~/ui/kit'
import { cardsOf, priceCards, type SettingsTab, tabKeys } from './cards.ts'
import { OptionsCard } from './OptionsCard.tsx'
import { SystemInfo } from './SystemInfo.tsx'
import { type StoredOptions, useStoredOptions } from './use-stored-options.ts'
import { WebhookTest } from './WebhookTest.tsx'

/** Sends a mail with the stored SMTP settings, and shows what the mail server says. */
function TestMail() {
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

/** Fills in the three endpoints from the well-known address in the form around. They are saved with the card. */
function OidcEndpoints() {
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

const PriceDesk = lazy(() => import('./prices/PriceDesk.tsx'))

/** What admins set while the server runs. The tab and the card in sight are in the address. */
export default function SettingsPage() {
  const t = useText()
  return (
    <Page title={t('settings.title')}>
      {/* Tabs stay as they are while another is open, so nothing is left by changing them. */}
      <LeaveGuard free={['tab', 'card', 'prices', 'history']}>
        <SettingsTabs />
      </LeaveGuard>
    </Page>
  )
}

function SettingsTabs() {
  const t = useText()
  const { params, change } = useUrlState()
  const unsaved = useUnsavedForms()
  const { options, error, refresh } = useStoredOptions()
  const tab = tabKeys.find((key) => key === params.tab) ?? 'operation'
  if (!options) return error ? <ErrorState error={error} onRetry={refresh} /> : <SkeletonLines count={14} />
  const open = (next: SettingsTab) => change({ tab: next === 'operation' ? undefined : next, card: undefined }, true)
  const badgeOf = (key: SettingsTab) => {
    const cards = [...cardsOf(key), ...priceCards.filter((card) => card.tab === key)]
    const count = cards.reduce((sum, card) => sum + (unsaved.get(card.key) ?? 0), 0)
    return count === 0 ? undefined : { text: count, tone: 'amber' as const }
  }
  return (
    <Tabs
      label={t('settings.tabs')}
      value={tab}
      onChange={open}
      tabs={tabKeys.map((key) => ({
        key,
        label: t(`settings.tab.${key}`),
        badge: badgeOf(key),
        content: <TabCards tab={key} isOpen={key === tab} stored={options} refresh={refresh} />,
      }))}
    />
  )
}

interface TabCardsProps {
  readonly tab: SettingsTab
  readonly isOpen: boolean
  readonly stored: StoredOptions
  readonly refresh: () => Promise<unknown>
}

function TabCards({ tab, isOpen, stored, refresh }: TabCardsProps) {
  const t = useText()
  const role = useUser()?.role ?? 0
  const refreshData = useRefresh()
  const cards = cardsOf(tab)
  if (cards.length === 0) return <EmptyState icon={<SlidersIcon />} title={t('settings.emptyTitle')} text={t('settings.emptyText')} />
  return (
    <SettingsLayout
      label={t('settings.index')}
      cards={cards.map(({ key, title }) => ({ key, title: t(title) }))}
      alone={priceCards.filter((card) => card.tab === tab).map(({ key, title }) => ({ key, title: t(title) }))}
      renderAlone={(key) => (
        <Suspense fallback={<SkeletonLines count={12} />}>
          <PriceDesk card={priceCards.find((card) => card.key === key)?.key ?? 'prices'} />
        </Suspense>
      )}
    >
      {cards.map((card) => (
        <OptionsCard
          key={card.key}
          card={card}
          stored={stored}
          refresh={() => Promise.all([refresh(), refreshData(getNoticeWebhook)])}
          before={card.key === 'info' && <SystemInfo isOpen={isOpen} disabledReason={isRoot(role) ? undefined : t('settings.rootOnly')} />}
          after={
            <>
              {card.key === 'smtp' && <TestMail />}
              {card.key === 'noticewebhook' && <WebhookTest />}
              {card.key === 'oidc' && <OidcEndpoints />}
            </>
          }
        />
      ))}
    </SettingsLayout>
  )
}
