import { useNavigate } from '@tanstack/react-router'
import { updateChannelBalance } from '@waystation/contract/api/channels/channel-balance'
import type { Channel } from '@waystation/contract/channels/channel'
import { channelStatus } from '@waystation/contract/site/status-table'
import { channelId } from '@waystation/contract/values/id'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import {
  type Action,
  BalanceIcon,
  ChecklistIcon,
  ConnectIcon,
  CopyIcon,
  EditIcon,
  LogsIcon,
  PowerIcon,
  TestIcon,
  TrashIcon,
  toast,
} from '~/ui/kit'
import { moneyText, offersBalance } from './channel-cells.tsx'
import { shownChannels, type TestDone, testStored, useChannelCalls } from './channel-queries.ts'
import { inShort, whileTesting } from './test/channel-tests.ts'
import { seconds } from './test/TestResult.tsx'

export interface ChannelOpeners {
  readonly edit: (channel: Channel) => void
  /** @param result of a test that was run from the table */
  readonly test: (channel: Channel, result?: TestDone) => void
  readonly checkClients: (channel: Channel) => void
}

/** What can be done to one channel. */
export function useChannelActions({ edit, test, checkClients }: ChannelOpeners): (channel: Channel) => readonly Action[] {
  const t = useText()
  const navigate = useNavigate()
  const { remove, refresh } = useChannelCalls()
  const power = usePower()
  const copyOne = useCopy(edit)
  const updateBalance = useUpdateBalance()

  const quickTest = async (channel: Channel) => {
    const { name } = channel
    const result = await whileTesting(channel.id, () => testStored(channel.id))
    const words = inShort(result.words || t('channel.testEmpty'))
    const link = { label: t('channel.details'), run: () => test(channel, result) }
    if (result.isOk) toast.done(t('channel.testToast', { name, time: seconds(result.totalMs), words }))
    else toast.failed(t('channel.testToastFailed', { name, words }), link)
    await refresh()
  }

  return (channel) => [
    { label: t('action.test'), icon: <TestIcon />, run: () => quickTest(channel) },
    { label: t('action.edit'), icon: <EditIcon />, run: () => edit(channel) },
    power(channel),
    { label: t('channel.testModels'), icon: <ChecklistIcon />, run: () => test(channel) },
    { label: t('clients.action'), icon: <ConnectIcon />, run: () => checkClients(channel) },
    {
      label: t('channel.balanceUpdate'),
      icon: <BalanceIcon />,
      disabledReason: offersBalance(channel) ? undefined : t('channel.balanceNone'),
      run: () => updateBalance(channel),
    },
    { label: t('action.copy'), icon: <CopyIcon />, run: () => copyOne(channel) },
    {
      label: t('channel.logs'),
      icon: <LogsIcon />,
      run: () => navigate({ to: paths.logs(), search: { channel: String(channel.id) } }),
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

/** Enables, or disables and offers to take it back. */
function usePower(): (channel: Channel) => Action {
  const t = useText()
  const { enable, disable, undoDisable } = useChannelCalls()
  return ({ id, name, status }) =>
    status === channelStatus.enabled
      ? {
          label: t('action.disable'),
          icon: <PowerIcon />,
          async run() {
            await disable(id)
            toast.undo(t('channel.disabledOne', { name }), () => undoDisable(id))
          },
        }
      : { label: t('action.enable'), icon: <PowerIcon />, run: () => enable(id) }
}

/** Queries the balance of a channel and shows it. */
export function useUpdateBalance(): (channel: Pick<Channel, 'id' | 'name'>) => Promise<void> {
  const t = useText()
  const update = useCall(updateChannelBalance, { refreshes: shownChannels })
  return async ({ id, name }) => {
    const { amount, currency } = await update.run({ params: { id } })
    toast.done(t('channel.balanceToast', { name, money: moneyText(amount, currency) }))
  }
}

function useCopy(edit: (channel: Channel) => void): (channel: Channel) => Promise<void> {
  const t = useText()
  const { copy } = useChannelCalls()
  return async (channel) => {
    const copied = await copy(channel, t('channel.copyName', { name: channel.name }))
    const made: Channel = { ...copied, id: channelId(copied.id) }
    toast.done(t('channel.copiedToast', { name: made.name }), { label: t('action.edit'), run: () => edit(made) })
  }
}
