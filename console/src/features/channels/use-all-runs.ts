import { balanceRun, stopBalanceRun, updateAllBalances } from '@waystation/contract/api/channel-balance'
import { stopTestRun, testAllChannels, testRun } from '@waystation/contract/api/channel-many'
import { useText } from '~/i18n'
import { toast } from '~/ui/kit'
import { useChannelCalls } from './channel-queries.ts'
import { type ChannelRunState, useChannelRun } from './use-channel-run.ts'
import { useShowFailed } from './use-test-many.ts'

const tests = { start: testAllChannels, state: testRun, stop: stopTestRun }
const balances = { start: updateAllBalances, state: balanceRun, stop: stopBalanceRun }

/** The test of all channels and the update of all balances. Each shows its result at the end. */
export function useAllRuns(): { readonly test: ChannelRunState; readonly balance: ChannelRunState } {
  const t = useText()
  const { refresh } = useChannelCalls()
  const showFailed = useShowFailed()
  const test = useChannelRun(tests, ({ done, failed }) => {
    if (failed === 0) toast.done(t('channel.testRunDone', { count: done }))
    else toast.failed(t('channel.testRunPartly', { count: done - failed, failed }), showFailed)
    void refresh()
  })
  const balance = useChannelRun(balances, ({ done, failed }) => {
    if (done === 0) toast.info(t('channel.balancesNone'))
    else if (failed === 0) toast.done(t('channel.balancesDone', { count: done }))
    else toast.failed(t('channel.balancesPartly', { count: done - failed, failed }))
    void refresh()
  })
  return { test, balance }
}
