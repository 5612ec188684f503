import { countChannels } from '@waystation/contract/api/channel-many'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { Button, confirm, IconButton, Menu, MoreIcon, TestIcon, TrashIcon, toast, useIsPhone } from '~/ui/kit'
import { useManyChannels } from './use-many-channels.ts'
import type { TestRunState } from './use-test-run.ts'

/** What concerns all channels: testing them, and clearing away those that are off. */
export function ChannelHeadActions({ testRun }: { readonly testRun: TestRunState }) {
  const t = useText()
  const isPhone = useIsPhone()
  const counts = useData(countChannels).data
  const { removeDisabled } = useManyChannels()
  const off = (counts?.disabled ?? 0) + (counts?.auto_disabled ?? 0)
  const isNone = counts?.total === 0

  const clearAway = async () => {
    const isMeant = await confirm({
      title: t('channel.confirmDeleteDisabled', { count: off }),
      text: t('channel.confirmDeleteDisabledText'),
      yes: t('channel.deleteMany'),
      isDanger: true,
    })
    if (isMeant) toast.done(t('channel.deletedMany', { count: await removeDisabled() }))
  }
  const testReason = testRun.run ? t('channel.testRunning') : isNone ? t('channel.emptyTitle') : undefined

  return (
    <>
      {!isPhone && (
        <Button icon={<TestIcon />} onClick={testRun.start} disabledReason={testReason}>
          {t('channel.testRunStart')}
        </Button>
      )}
      <Menu
        items={[
          ...(isPhone
            ? [{ key: 'test', icon: <TestIcon />, label: t('channel.testRunStart'), disabledReason: testReason, run: testRun.start }]
            : []),
          {
            key: 'disabled',
            icon: <TrashIcon />,
            label: t('channel.deleteDisabled'),
            isDanger: true,
            disabledReason: off === 0 ? t('channel.noneDisabled') : undefined,
            // A failure is shown by the query client.
            run: () => void clearAway().catch(() => undefined),
          },
        ]}
      >
        <IconButton label={t('action.more')} icon={<MoreIcon />} isBordered />
      </Menu>
    </>
  )
}
