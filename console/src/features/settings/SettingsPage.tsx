import { isRoot } from '@waystation/contract/status-table'
import { lazy, Suspense } from 'react'
import { useText } from '~/i18n'
import { useUser } from '~/session/user'
import {
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
import { OidcEndpoints } from './OidcEndpoints.tsx'
import { OptionsCard } from './OptionsCard.tsx'
import { SystemInfo } from './SystemInfo.tsx'
import { TestMail } from './TestMail.tsx'
import { cardsOf, priceCards, type SettingsTab, tabKeys } from './tabs.ts'
import { type StoredOptions, useStoredOptions } from './use-stored-options.ts'

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
    const cards = [...cardsOf(key), ...(key === 'operation' ? priceCards : [])]
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
        content: <TabCards tab={key} stored={options} refresh={refresh} />,
      }))}
    />
  )
}

interface TabCardsProps {
  readonly tab: SettingsTab
  readonly stored: StoredOptions
  readonly refresh: () => Promise<unknown>
}

function TabCards({ tab, stored, refresh }: TabCardsProps) {
  const t = useText()
  const role = useUser()?.role ?? 0
  const cards = cardsOf(tab)
  if (cards.length === 0) return <EmptyState icon={<SlidersIcon />} title={t('settings.emptyTitle')} text={t('settings.emptyText')} />
  return (
    <SettingsLayout
      label={t('settings.index')}
      cards={cards.map(({ key, title }) => ({ key, title: t(title) }))}
      alone={tab === 'operation' ? priceCards.map(({ key, title }) => ({ key, title: t(title) })) : []}
      renderAlone={(key) => (
        <Suspense fallback={<SkeletonLines count={12} />}>
          <PriceDesk card={key === 'groups' ? 'groups' : 'prices'} />
        </Suspense>
      )}
    >
      {cards.map((card) => (
        <OptionsCard
          key={card.key}
          card={card}
          stored={stored}
          refresh={refresh}
          before={card.key === 'info' && <SystemInfo disabledReason={isRoot(role) ? undefined : t('settings.rootOnly')} />}
          after={
            <>
              {card.key === 'smtp' && <TestMail />}
              {card.key === 'oidc' && <OidcEndpoints />}
            </>
          }
        />
      ))}
    </SettingsLayout>
  )
}
