import { countChannels } from '@waystation/contract/api/channel-many'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { BalanceIcon, Button, confirm, IconButton, Menu, MoreIcon, TestIcon, TrashIcon, toast, useIsPhone } from '~/ui/kit'
import type { useAllRuns } from './use-all-runs.ts'
import { useManyChannels } from './use-many-channels.ts'

/** What concerns all channels: testing them, asking for their balances, and clearing away those that are off. */
export function ChannelHeadActions({ test, balance }: ReturnType<typeof useAllRuns>) {
  const t = useText()
  const isPhone = useIsPhone()
  const counts = useData(countChannels).data
  const { removeDisabled } = useManyChannels()
  const off = (counts?.disabled ?? 0) + (counts?.auto_disabled ?? 0)
  const none = counts?.total === 0 ? t('channel.emptyTitle') : undefined

  const clearAway = async () => {
    const isMeant = await confirm({
      title: t('channel.confirmDeleteDisabled', { count: off }),
      text: t('channel.confirmDeleteDisabledText'),
      yes: t('channel.deleteMany'),
      isDanger: true,
    })
    if (isMeant) toast.done(t('channel.deletedMany', { count: await removeDisabled() }))
  }
  const runs = [
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
            run: () => void clearAway().catch(() => undefined),
          },
        ]}
      >
        <IconButton label={t('action.more')} icon={<MoreIcon />} isBordered />
      </Menu>
    </>
  )
}
