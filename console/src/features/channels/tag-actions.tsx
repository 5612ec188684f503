import type { Channel } from '@waystation/contract/channel'
import { useText } from '~/i18n'
import { type Action, askText, EditIcon, PowerIcon, toast } from '~/ui/kit'
import { useManyChannels } from './use-many-channels.ts'

const MOST_TAG = 100

/** What can be done to a tag: to every channel that has it, also those that a filter hides. */
export function useTagActions(edit: (tag: string) => void): (tag: string, channels: readonly Channel[]) => readonly Action[] {
  const t = useText()
  const { enableTag, disableTag, changeTag } = useManyChannels()
  return (tag) => [
    { label: t('channel.tagEditShort'), icon: <EditIcon />, run: () => edit(tag) },
    {
      label: t('channel.tagEnable'),
      icon: <PowerIcon />,
      run: async () => toast.done(t('channel.tagEnabled', { tag, count: await enableTag(tag) })),
    },
    {
      label: t('channel.tagDisable'),
      confirm: { title: t('channel.confirmTagDisable', { tag }) },
      run: async () => toast.done(t('channel.tagDisabled', { tag, count: await disableTag(tag) })),
    },
    {
      label: t('channel.tagRemove'),
      confirm: { title: t('channel.confirmTagRemove', { tag }), text: t('channel.confirmTagRemoveText') },
      run: async () => toast.done(t('channel.tagSaved', { count: await changeTag({ tag, new_tag: '' }) })),
    },
  ]
}

/** Asks for the tag that the chosen channels shall have, and sets it. */
export function useSetTag(): (channels: readonly Channel[], clear: () => void) => Promise<void> {
  const t = useText()
  const { setTag } = useManyChannels()
  return async (channels, clear) => {
    const tag = await askText({
      title: t('channel.setTagTitle', { count: channels.length }),
      label: t('channel.tag'),
      hint: t('channel.setTagHint'),
      maxLength: MOST_TAG,
      choices: [...new Set(channels.map((channel) => channel.tag))].filter((name) => name !== ''),
      yes: t('channel.setTag'),
      check: (text) => (text === '' ? t('channel.tagEmpty') : undefined),
    })
    if (tag === undefined) return
    const count = await setTag(
      channels.map((channel) => channel.id),
      tag,
    )
    clear()
    toast.done(t('channel.tagSet', { tag, count }))
  }
}
