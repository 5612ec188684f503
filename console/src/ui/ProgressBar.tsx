import { useText } from '../i18n/index.ts'
import { Button } from './Button.tsx'
import { ActivityIcon } from './icons.ts'
import './thin-progress.css'
import './work-bar.css'

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
