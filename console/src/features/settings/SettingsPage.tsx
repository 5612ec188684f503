import { getNoticeWebhook } from '@waystation/contract/api/option'
import { isRoot } from '@waystation/contract/site/status-table'
import { lazy, Suspense, useState } from 'react'
import { useRefresh } from '~/api/use-refresh'
import { useText } from '~/i18n'
import { useUser } from '~/session/user'
import { cardsOf, priceCards, type SettingsTab, tabKeys } from '~/shared/settings/cards'
import {
  Arriving,
  EmptyState,
  ErrorState,
  LeaveGuard,
  Page,
  SettingsLayout,
  SkeletonLines,
  SlidersIcon,
  Tabs,
  useUnsavedForms,
  useUrlState,
} from '~/ui/kit'
import { AddressFirst } from './cards/AddressFirst.tsx'
import { OidcEndpoints } from './cards/OidcEndpoints.tsx'
import { TestMail } from './cards/TestMail.tsx'
import { WebhookTest } from './cards/WebhookTest.tsx'
import { OptionsCard } from './OptionsCard.tsx'
import { SettingsSearch } from './search/SettingsSearch.tsx'
import { useFoundOption } from './search/use-found-option.ts'
import { type StoredOptions, useStoredOptions } from './use-stored-options.ts'

// What most visits of the settings never show is loaded where it is shown.
const PriceDesk = lazy(() => import('./prices/PriceDesk.tsx'))
const SystemInfo = lazy(() => import('./cards/SystemInfo.tsx'))
const Doctor = lazy(() => import('./doctor/Doctor.tsx'))
const MoveIn = lazy(() => import('./move-in/MoveIn.tsx'))

/** What admins set while the server runs. The tab and the card in sight are in the address. */
export default function SettingsPage() {
  const t = useText()
  return (
    <Page title={t('settings.title')}>
      {/* Tabs stay as they are while another is open, so nothing is left by changing them. */}
      <LeaveGuard free={['tab', 'card', 'option', 'find', 'fill', 'prices', 'history']}>
        <SettingsSearch>
          <SettingsTabs />
        </SettingsSearch>
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
  useFoundOption(options !== undefined)
  if (!options) return error ? <ErrorState error={error} onRetry={refresh} /> : <SkeletonLines count={14} />
  const open = (next: SettingsTab) => change({ tab: next === 'operation' ? undefined : next, card: undefined, option: undefined }, true)
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

const lines = (count: number) => (
  <Arriving>
    <SkeletonLines count={count} />
  </Arriving>
)

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
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
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
          before={
            <>
              {card.key === 'info' && wasOpen && (
                <Suspense fallback={lines(12)}>
                  <SystemInfo isOpen={isOpen} isRoot={isRoot(role)} />
                </Suspense>
              )}
              {(card.key === 'payment' || card.key === 'stripe') && <AddressFirst stored={stored} />}
            </>
          }
          after={
            <>
              {card.key === 'info' && wasOpen && isRoot(role) && (
                <Suspense fallback={lines(6)}>
                  <Doctor />
                  <MoveIn />
                </Suspense>
              )}
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
