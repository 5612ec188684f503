import { useText } from '~/i18n'
import { ProgressBar } from '~/ui/kit'
import type { TestRunState } from './use-test-run.ts'

/** How far the test of all channels is. Nothing while there is none. */
export function TestRunBar({ run, stop }: Pick<TestRunState, 'run' | 'stop'>) {
  const t = useText()
  if (!run) return null
  return <ProgressBar label={t('channel.testMany')} done={run.done} total={run.total} onStop={stop} />
}
