import { useSelector } from '@tanstack/react-store'
import { getChannel } from '@waystation/contract/api/channel'
import type { Channel } from '@waystation/contract/channel'
import { useEffect, useEffectEvent } from 'react'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { Tabs, useFormScope, useUrlChoice } from '~/ui/kit'
import { ChannelFields } from './ChannelFields.tsx'
import { ChannelHealthTab } from './ChannelHealthTab.tsx'
import { ChannelUsageTab } from './ChannelUsageTab.tsx'
import { RoutingFields } from './RoutingFields.tsx'
import { StatusBanner } from './StatusBanner.tsx'

const FRESH_MS = 5000

/** An existing channel: how it stands, and its settings, health and usage behind tabs, of which the address knows the open one. */
export function ChannelTabs({ channel }: { readonly channel: Channel }) {
  const t = useText()
  const [tab, setTab] = useUrlChoice('tab', ['settings', 'health', 'usage'])
  // The form keeps its initial values; everything around it shows the current ones.
  const now = useData(getChannel, { params: { id: channel.id } }, { freshMs: FRESH_MS }).data
  const current: Channel = now ? { ...channel, ...now, id: channel.id } : channel
  useFaultInSight(() => setTab('settings'))
  return (
    <>
      <StatusBanner channel={current} />
      <Tabs
        label={t('channel.tabs')}
        value={tab}
        onChange={setTab}
        tabs={[
          {
            key: 'settings',
            label: t('channel.tabSettings'),
            content: (
              <div className="form">
                <ChannelFields stored={current} />
                <RoutingFields />
              </div>
            ),
          },
          {
            key: 'health',
            label: t('channel.tabHealth'),
            badge: current.test_failure ? { text: t('channel.testFailed'), tone: 'red' } : undefined,
            content: <ChannelHealthTab channel={current} />,
          },
          { key: 'usage', label: t('channel.usage'), content: <ChannelUsageTab channel={current} /> },
        ]}
      />
    </>
  )
}

/** A wrong field stands among the settings: saving from another tab must lead to it. */
function useFaultInSight(show: () => void): void {
  const { store } = useFormScope()
  const faults = useSelector(store.state, ({ errors }) => Object.keys(errors).length)
  const showFaults = useEffectEvent(show)
  useEffect(() => {
    if (faults > 0) showFaults()
  }, [faults])
}
