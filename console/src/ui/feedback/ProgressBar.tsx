import { useText } from '../../i18n/index.ts'
import { Button } from '../button/Button.tsx'
import { ActivityIcon } from '../icons.ts'
import { stopWork, useWorks } from './work.ts'
import './progress.css'

export interface ProgressBarProps {
  /** Verb + things: "Test channels". */
  readonly label: string
  readonly done: number
  readonly total: number
  readonly onStop: () => unknown
}

/** How far some long work is, with a count and a button that ends it. */
export function ProgressBar({ label, done, total, onStop }: ProgressBarProps) {
  const t = useText()
  return (
    <div className="work-bar" role="status">
      <ActivityIcon />
      <span>{label}</span>
      <progress className="thin-progress" max={total} value={done} aria-label={label} />
      <span className="number">{t('work.progress', { done, total })}</span>
      <Button size="small" onClick={onStop}>
        {t('work.stop')}
      </Button>
    </div>
  )
}

/** How far the work on a list is. Nothing while there is none. */
export function WorkBar({ name }: { readonly name: string }) {
  return useWorks(name).map((work) => (
    <ProgressBar key={work.id} label={work.label} done={work.done} total={work.total} onStop={() => stopWork(work.id)} />
  ))
}
