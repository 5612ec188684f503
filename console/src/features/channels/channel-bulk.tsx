import type { Channel } from '@waystation/contract/channel'
import { channelStatus } from '@waystation/contract/status-table'
import { type Text, useText } from '~/i18n'
import { type Action, type Question, runWork, TagIcon, TestIcon, toast } from '~/ui/kit'
import { useChannelCalls } from './channel-queries.ts'
import { useTestMany } from './channel-tests.ts'
import { byStatus, names } from './channel-words.ts'
import { useSetTag } from './tag-actions.tsx'
import { useManyChannels } from './use-many-channels.ts'

/** What can be done to the chosen channels. */
export function useChannelBulk(): (channels: readonly Channel[], clear: () => void) => readonly Action[] {
  const t = useText()
  const { remove } = useManyChannels()
  const setStatus = useSetStatus()
  const setTag = useSetTag()
  const test = useTestMany()

  return (channels, clear) => {
    const { on, off, auto } = byStatus(channels)
    return [
      {
        label: t('action.test'),
        icon: <TestIcon />,
        async run() {
          clear()
          await test(channels)
        },
      },
      {
        label: t('action.enable'),
        disabledReason: off.length === 0 ? t('channel.allEnabled') : undefined,
        ...(auto.length === 0 ? {} : { confirm: enableQuestion(t, off, auto) }),
        run: () => setStatus(t('channel.enableMany'), off, channelStatus.enabled, clear),
      },
      {
        label: t('action.disable'),
        disabledReason: on.length === 0 ? t('channel.noneEnabled') : undefined,
        confirm: { title: t('channel.confirmDisableMany', { count: on.length }), text: names(on) },
        run: () => setStatus(t('channel.disableMany'), on, channelStatus.disabled, clear),
      },
      { label: t('channel.setTag'), icon: <TagIcon />, run: () => setTag(channels, clear) },
      {
        label: t('action.delete'),
        danger: true,
        confirm: {
          title: t('channel.confirmDeleteMany', { count: channels.length }),
          text: `${names(channels)}. ${t('channel.confirmDeleteManyText')}`,
        },
        run: async () => {
          const count = await remove(channels.map((channel) => channel.id))
          clear()
          toast.done(t('channel.deletedMany', { count }))
        },
      },
    ]
  }
}

/** Enabling an auto-disabled channel needs a confirmation. */
const enableQuestion = (t: Text, off: readonly Channel[], auto: readonly Channel[]): Question => ({
  title: t('channel.confirmEnableMany', { count: off.length }),
  text: t('channel.autoNamed', { count: auto.length, names: names(auto) }),
})

/** Sets the status of many, one after the other, with a bar that shows how far it is. */
function useSetStatus() {
  const { setStatusQuietly, refresh } = useChannelCalls()
  return async (label: string, channels: readonly Channel[], status: number, clear: () => void) => {
    clear()
    await runWork({ name: 'channels', label, items: channels, one: ({ id }) => setStatusQuietly(id, status) })
    await refresh()
  }
}
