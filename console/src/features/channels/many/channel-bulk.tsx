import { listTagged } from '@waystation/contract/api/channels/channel-many'
import type { Channel } from '@waystation/contract/channels/channel'
import { NO_TAG } from '@waystation/contract/channels/channel-tags'
import { call } from '~/api/call'
import { type Text, useText } from '~/i18n'
import { type Action, askText, confirm, EditIcon, PowerIcon, type Question, TagIcon, TestIcon, toast } from '~/ui/kit'
import { byStatus, names } from '../channel-words.ts'
import { useTestMany } from '../test/channel-tests.ts'
import type { ChannelRunState } from './channel-runs.tsx'
import { useManyChannels } from './use-many-channels.ts'

/** What can be done to the chosen channels. @param change opens the drawer in which they are changed alike */
export function useChannelBulk(
  change: (channels: readonly Channel[], clear: () => void) => void,
): (channels: readonly Channel[], clear: () => void) => readonly Action[] {
  const t = useText()
  const { remove } = useManyChannels()
  const { enable, disable } = useSetStatus()
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
        run: () => enable(off, auto, clear),
      },
      {
        label: t('action.disable'),
        disabledReason: on.length === 0 ? t('channel.noneEnabled') : undefined,
        run: () => disable(on, clear),
      },
      { label: t('channels.changeMany'), icon: <EditIcon />, run: () => change(channels, clear) },
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

/** Enables or disables channels at once and offers undo; `clear` takes their selection away. There is no confirmation: a vendor in trouble must be off quickly. */
export function useSetStatus() {
  const t = useText()
  const { enable, disable, undoEnable, undoDisable } = useManyChannels()
  return {
    async enable(channels: readonly Channel[], auto: readonly Channel[], clear: () => void) {
      const { changed, keyless } = await enable(channels.map(({ id }) => id))
      clear()
      const words = t('channels.enabledMany', { count: changed.length })
      if (keyless.length > 0) toast.warn(`${words}. ${t('channels.keylessMany', { count: keyless.length })}`)
      // What the gateway had disabled for a reason cannot be put back with it.
      else if (auto.length > 0) toast.done(words)
      else toast.undo(words, () => undoEnable(changed))
    },
    async disable(channels: readonly Channel[], clear?: () => void) {
      const { changed } = await disable(channels.map(({ id }) => id))
      clear?.()
      toast.undo(t('channels.disabledMany', { count: changed.length }), () => undoDisable(changed))
    },
  }
}

const MAX_TAG = 100

/** What can be done to a tag: to every channel that has it, also those that a filter hides. */
export function useTagActions(edit: (tag: string) => void, test: ChannelRunState): (tag: string) => readonly Action[] {
  const t = useText()
  const { changeTag } = useManyChannels()
  const setAll = useSetTagStatus()
  return (tag) => {
    // What is done to a tag needs one; those without any are chosen in the table.
    if (tag === NO_TAG) return []
    return [
      {
        label: t('channel.testMany'),
        icon: <TestIcon />,
        disabledReason: test.run ? t('channel.testRunning') : undefined,
        run: () => test.start({ tag }),
      },
      { label: t('channel.tagEditShort'), icon: <EditIcon />, run: () => edit(tag) },
      { label: t('channel.tagEnable'), icon: <PowerIcon />, run: () => setAll(tag, true) },
      { label: t('channel.tagDisable'), icon: <PowerIcon />, run: () => setAll(tag, false) },
      {
        label: t('channel.tagRemove'),
        icon: <TagIcon />,
        confirm: { title: t('channel.confirmTagRemove', { tag }), text: t('channel.confirmTagRemoveText') },
        run: async () => toast.done(t('channel.tagSaved', { count: await changeTag({ tag, new_tag: '' }) })),
      },
    ]
  }
}

/** Enables or disables a whole tag, after a confirmation with the number of channels and their states. */
function useSetTagStatus(): (tag: string, isEnabled: boolean) => Promise<void> {
  const t = useText()
  const { enableTag, disableTag } = useManyChannels()
  return async (tag, isEnabled) => {
    const members = await call(listTagged, { query: { tag } })
    const { on, off, auto } = byStatus(members)
    const facts = { tag, count: members.length }
    const isMeant = await confirm({
      title: t(isEnabled ? 'channel.confirmTagEnable' : 'channel.confirmTagDisable', facts),
      text: (
        <>
          <p>{t('channel.tagStands', { enabled: on.length, disabled: off.length - auto.length, auto: auto.length })}</p>
          {auto.length > 0 && <p>{t('channel.autoNamed', { count: auto.length, names: names(auto) })}</p>}
        </>
      ),
      yes: t(isEnabled ? 'action.enable' : 'action.disable'),
    })
    if (!isMeant) return
    if (isEnabled) toast.done(t('channel.tagEnabled', { tag, count: await enableTag(tag) }))
    else toast.done(t('channel.tagDisabled', { tag, count: await disableTag(tag) }))
  }
}

/** Prompts for a tag and sets it on the chosen channels. Undo restores the former tag of each. */
function useSetTag(): (channels: readonly Channel[], clear: () => void) => Promise<void> {
  const t = useText()
  const { setTag, setTagQuietly } = useManyChannels()
  return async (channels, clear) => {
    const tag = await askText({
      title: t('channel.setTagTitle', { count: channels.length }),
      label: t('channel.tag'),
      hint: t('channel.setTagHint'),
      maxLength: MAX_TAG,
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
    toast.undo(t('channel.tagSet', { tag, count }), async () => {
      for (const [former, ids] of idsByTag(channels)) await setTagQuietly(ids, former)
    })
  }
}

function idsByTag(channels: readonly Channel[]): ReadonlyMap<string, readonly number[]> {
  const byTag = new Map<string, number[]>()
  for (const { tag, id } of channels) byTag.set(tag, [...(byTag.get(tag) ?? []), id])
  return byTag
}
