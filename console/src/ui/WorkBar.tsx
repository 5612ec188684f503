import { useSyncExternalStore } from 'react'
import { useText } from '../i18n/index.ts'
import { Button } from './Button.tsx'
import { ActivityIcon } from './icons.ts'
import { currentWorks, stopWork, subscribeWorks } from './work.ts'
import './work-bar.css'

/** How far the work on a list is. Nothing while there is none. */
export function WorkBar({ name }: { readonly name: string }) {
  const t = useText()
  const works = useSyncExternalStore(subscribeWorks, currentWorks).filter((work) => work.name === name)
  return works.map((work) => (
    <div key={work.id} className="work-bar" role="status">
      <ActivityIcon />
      <span>{work.label}</span>
      <progress max={work.total} value={work.done} aria-label={work.label} />
      <span className="number">{t('work.progress', { done: work.done, total: work.total })}</span>
      <Button size="small" onClick={() => stopWork(work.id)}>
        {t('work.stop')}
      </Button>
    </div>
  ))
}
