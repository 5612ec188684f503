import { useNavigate } from '@tanstack/react-router'
import type { Channel } from '@waystation/contract/channel'
import { channelId } from '@waystation/contract/id'
import { channelStatus } from '@waystation/contract/status-table'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { type Action, ChecklistIcon, CopyIcon, EditIcon, LogsIcon, PowerIcon, runWork, TagIcon, TestIcon, TrashIcon, toast } from '~/ui/kit'
import { type TestDone, testStored, useChannelCalls } from './channel-queries.ts'
import { whileTesting } from './running-tests.ts'
import { seconds } from './TestResult.tsx'
import { useSetTag } from './tag-actions.tsx'
import { useManyChannels } from './use-many-channels.ts'

const TESTS_AT_ONCE = 4
const MOST_TOAST = 160

export interface ChannelOpeners {
  readonly edit: (channel: Channel) => void
  /** @param result what a test from the table said already */
  readonly test: (channel: Channel, result?: TestDone) => void
}

/** What can be done to one channel. */
export function useChannelActions({ edit, test }: ChannelOpeners): (channel: Channel) => readonly Action[] {
  const t = useText()
  const navigate = useNavigate()
  const { enable, disable, remove, copy, refresh } = useChannelCalls()

  const quickTest = async (channel: Channel) => {
    const { name } = channel
    const result = await whileTesting(channel.id, () => testStored(channel.id))
    const words = inShort(result.words || t('channel.testEmpty'))
    const link = { label: t('channel.details'), run: () => test(channel, result) }
    if (result.isOk) toast.done(t('channel.testToast', { name, time: seconds(result.totalMs), words }))
    else toast.failed(t('channel.testToastFailed', { name, words }), link)
    await refresh()
  }
  const copyOne = async (channel: Channel) => {
    const copied = await copy(channel, t('channel.copyName', { name: channel.name }))
    const made: Channel = { ...copied, id: channelId(copied.id) }
    toast.done(t('channel.copiedToast', { name: made.name }), { label: t('action.edit'), run: () => edit(made) })
  }

  return (channel) => [
    { label: t('action.test'), icon: <TestIcon />, run: () => quickTest(channel) },
    { label: t('action.edit'), icon: <EditIcon />, run: () => edit(channel) },
    channel.status === channelStatus.enabled
      ? { label: t('action.disable'), icon: <PowerIcon />, run: () => disable(channel.id) }
      : { label: t('action.enable'), icon: <PowerIcon />, run: () => enable(channel.id) },
    { label: t('channel.testModels'), icon: <ChecklistIcon />, run: () => test(channel) },
    { label: t('action.copy'), icon: <CopyIcon />, run: () => copyOne(channel) },
    {
      label: t('channel.logs'),
      icon: <LogsIcon />,
      run: () => navigate({ to: paths.logs(), search: { channel: String(channel.id) } as never }),
    },
    {
      label: t('action.delete'),
      icon: <TrashIcon />,
      danger: true,
      confirm: { title: t('channel.confirmDelete', { name: channel.name }), text: t('channel.confirmDeleteText') },
      run: () => remove(channel.id),
    },
  ]
}

/** What can be done to the chosen channels. */
export function useChannelBulk(): (channels: readonly Channel[], clear: () => void) => readonly Action[] {
  const t = useText()
  const { setStatusQuietly, refresh } = useChannelCalls()
  const { remove } = useManyChannels()
  const setTag = useSetTag()
  const work = async (
    label: string,
    channels: readonly Channel[],
    one: (id: number) => Promise<unknown>,
    clear: () => void,
    atOnce = 1,
  ) => {
    clear()
    await runWork({ name: 'channels', label, items: channels, one: (channel) => one(channel.id), atOnce })
    await refresh()
  }
  const testOne = async (id: number) => {
    const result = await whileTesting(id, () => testStored(id))
    if (!result.isOk) throw new Error(`#${id} ${inShort(result.words)}`)
  }

  return (channels, clear) => [
    { label: t('action.test'), icon: <TestIcon />, run: () => work(t('channel.testMany'), channels, testOne, clear, TESTS_AT_ONCE) },
    {
      label: t('action.enable'),
      run: () => work(t('channel.enableMany'), channels, (id) => setStatusQuietly(id, channelStatus.enabled), clear),
    },
    {
      label: t('action.disable'),
      confirm: { title: t('channel.confirmDisableMany', { count: channels.length }), text: names(channels) },
      run: () => work(t('channel.disableMany'), channels, (id) => setStatusQuietly(id, channelStatus.disabled), clear),
    },
    { label: t('channel.setTag'), icon: <TagIcon />, run: () => setTag(channels, clear) },
    {
      label: t('action.delete'),
      danger: true,
      confirm: {
        title: t('channel.confirmDeleteMany', { count: channels.length }),
        text: `${names(channels)} — ${t('channel.confirmDeleteManyText')}`,
      },
      run: async () => {
        const count = await remove(channels.map((channel) => channel.id))
        clear()
        toast.done(t('channel.deletedMany', { count }))
      },
    },
  ]
}

/** For one line: of `401: {"error":{"message":"…"}}` the status and the message. The whole stands in the sheet. */
function inShort(words: string): string {
  const [, status = '', json = ''] = /^(\d{3}: )(\{.*\})$/s.exec(words) ?? []
  const text = status + (messageIn(json) ?? '') || words
  return text === status ? words.slice(0, MOST_TOAST) : text.length > MOST_TOAST ? `${text.slice(0, MOST_TOAST)}…` : text
}

function messageIn(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json)
    const error = typeof value === 'object' && value !== null && 'error' in value ? value.error : undefined
    return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : undefined
  } catch {
    return undefined
  }
}

const MOST_NAMES = 12
const names = (channels: readonly Channel[]) =>
  channels
    .slice(0, MOST_NAMES)
    .map((channel) => channel.name)
    .join(', ') + (channels.length > MOST_NAMES ? ' …' : '')
