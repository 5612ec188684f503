import { useText } from '~/i18n'
import { ProgressBar } from '~/ui/kit'
import type { useAllRuns } from './use-all-runs.ts'

/** How far the test of all channels and the update of all balances are. Nothing while there is none. */
export function RunBars({ test, balance }: ReturnType<typeof useAllRuns>) {
  const t = useText()
  return (
    <>
      {test.run && <ProgressBar label={t('channel.testMany')} done={test.run.done} total={test.run.total} onStop={test.stop} />}
      {balance.run && (
        <ProgressBar label={t('channel.balancesUpdate')} done={balance.run.done} total={balance.run.total} onStop={balance.stop} />
      )}
    </>
  )
}
