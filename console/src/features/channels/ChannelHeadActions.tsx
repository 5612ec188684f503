import { countChannels } from '@waystation/contract/api/channel-many'
import { useData } from '~/api/use-data'
import { type Text, useText } from '~/i18n'
import { BalanceIcon, Button, confirm, IconButton, Menu, MoreIcon, TestIcon, TrashIcon, toast, useIsPhone } from '~/ui/kit'
import type { useAllRuns } from './use-all-runs.ts'
import { useManyChannels } from './use-many-channels.ts'

/** What concerns all channels: testing them, asking for their balances, and clearing away those that are off. */
export function ChannelHeadActions({ test, balance }: ReturnType<typeof useAllRuns>) {
  const t = useText()
  const isPhone = useIsPhone()
  const counts = useData(countChannels).data
  const clearAway = useClearAway()
  const off = (counts?.disabled ?? 0) + (counts?.auto_disabled ?? 0)
  const none = counts?.total === 0 ? t('channel.emptyTitle') : undefined

  const runs = runItems(t, { test, balance }, none)

  return (
    <>
      {!isPhone &&
        runs.map(({ key, icon, label, disabledReason, run }) => (
          <Button key={key} icon={icon} onClick={run} disabledReason={disabledReason}>
            {label}
          </Button>
        ))}
      <Menu
        items={[
          // A failure is shown by the query client.
          ...(isPhone ? runs.map((item) => ({ ...item, run: () => void item.run().catch(() => undefined) })) : []),
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
      run: test.start,
    },
    {
      key: 'balance',
      icon: <BalanceIcon />,
      label: t('channel.balancesUpdate'),
      disabledReason: balance.run ? t('channel.balancesRunning') : none,
      run: balance.start,
    },
  ]
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
