import { countChannels } from '@waystation/contract/api/channels/channel-many'
import { messageOf } from '~/api/call-error'
import { useData } from '~/api/use-data'
import { type Text, useText } from '~/i18n'
import {
  BalanceIcon,
  Button,
  confirm,
  FetchIcon,
  IconButton,
  Menu,
  MoreIcon,
  RepairIcon,
  RouteIcon,
  TestIcon,
  TrashIcon,
  toast,
  useIsPhone,
} from '~/ui/kit'
import type { useAllRuns } from './channel-runs.tsx'
import { useManyChannels } from './use-many-channels.ts'
import { useProviderOff } from './use-provider-off.tsx'

interface ChannelHeadProps extends ReturnType<typeof useAllRuns> {
  /** Asks where a call would go. */
  readonly onAskRoute: () => void
  /** Opens what compares channels with the model lists of their providers. */
  readonly onCompare: () => void
}

/** What concerns all channels: where calls go, testing them or those that are off, asking for their balances, and clearing away those that are off. */
export function ChannelHeadActions({ test, balance, onAskRoute, onCompare }: ChannelHeadProps) {
  const t = useText()
  const isPhone = useIsPhone()
  const counts = useData(countChannels).data
  const clearAway = useClearAway()
  const fix = useFix()
  const providerOff = useProviderOff()
  const off = (counts?.disabled ?? 0) + (counts?.auto_disabled ?? 0)
  const none = counts?.total === 0 ? t('channel.emptyTitle') : undefined

  const runs = runItems(t, { test, balance }, none)

  return (
    <>
      {!isPhone && (
        <Button icon={<RouteIcon />} onClick={onAskRoute} disabledReason={none}>
          {t('route.ask')}
        </Button>
      )}
      {!isPhone &&
        runs.map(({ key, icon, label, disabledReason, run }) => (
          <Button key={key} icon={icon} onClick={run} disabledReason={disabledReason}>
            {label}
          </Button>
        ))}
      <Menu
        items={[
          // A failure is shown by the query client.
          ...(isPhone ? [{ key: 'route', icon: <RouteIcon />, label: t('route.ask'), disabledReason: none, run: onAskRoute }] : []),
          ...(isPhone ? runs.map((item) => ({ ...item, run: () => void item.run().catch(() => undefined) })) : []),
          { key: 'upstream', icon: <FetchIcon />, label: t('channel.upstream.title'), disabledReason: none, run: onCompare },
          {
            key: 'test-disabled',
            icon: <TestIcon />,
            label: t('channel.testDisabled'),
            disabledReason: off === 0 ? t('channel.noneDisabled') : test.run ? t('channel.testRunning') : undefined,
            run: () => void test.start({ only: 'disabled' }).catch(() => undefined),
          },
          ...providerOff,
          {
            key: 'fix',
            icon: <RepairIcon />,
            label: t('channels.fix'),
            disabledReason: none,
            run: () => void fix().catch(() => undefined),
          },
          {
            key: 'disabled',
            icon: <TrashIcon />,
            label: t('channel.deleteDisabled'),
            isDanger: true,
            disabledReason: off === 0 ? t('channel.noneDisabled') : undefined,
            run: () => void clearAway(off).catch(() => undefined),
          },
        ]}
      >
        <IconButton label={t('action.more')} icon={<MoreIcon />} isBordered />
      </Menu>
    </>
  )
}

/** What is done to all channels one by one. @param none why there is nothing to do it to */
function runItems(t: Text, { test, balance }: ReturnType<typeof useAllRuns>, none: string | undefined) {
  return [
    {
      key: 'test',
      icon: <TestIcon />,
      label: t('channel.testRunStart'),
      disabledReason: test.run ? t('channel.testRunning') : none,
      run: () => test.start(),
    },
    {
      key: 'balance',
      icon: <BalanceIcon />,
      label: t('channel.balancesUpdate'),
      disabledReason: balance.run ? t('channel.balancesRunning') : none,
      run: () => balance.start(),
    },
  ]
}

/** Mends what is stored of channels, and says what was wrong. */
function useFix() {
  const t = useText()
  const { fix } = useManyChannels()
  return async () => {
    try {
      const { count, lists, keys, reasons } = await fix()
      const mended = [
        ...(lists > 0 ? [t('channels.mendedLists', { count: lists })] : []),
        ...(keys > 0 ? [t('channels.mendedKeys', { count: keys })] : []),
        ...(reasons > 0 ? [t('channels.mendedReasons', { count: reasons })] : []),
      ]
      toast.done([t('channels.fixed', { count }), ...(mended.length > 0 ? mended : [t('channels.mendedNone')])].join(' · '))
    } catch (error) {
      toast.failed(messageOf(error))
    }
  }
}

/** Deletes all disabled channels after a confirmation. The query client shows failures. */
function useClearAway() {
  const t = useText()
  const { removeDisabled } = useManyChannels()
  return async (count: number) => {
    const isMeant = await confirm({
      title: t('channel.confirmDeleteDisabled', { count }),
      text: t('channel.confirmDeleteDisabledText'),
      yes: t('channel.deleteMany'),
      isDanger: true,
    })
    if (isMeant) toast.done(t('channel.deletedMany', { count: await removeDisabled() }))
  }
}
