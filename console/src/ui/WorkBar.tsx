import { useSyncExternalStore } from 'react'
import { ProgressBar } from './ProgressBar.tsx'
import { currentWorks, stopWork, subscribeWorks } from './work.ts'

/** How far the work on a list is. Nothing while there is none. */
export function WorkBar({ name }: { readonly name: string }) {
  const works = useSyncExternalStore(subscribeWorks, currentWorks).filter((work) => work.name === name)
  return works.map((work) => (
    <ProgressBar key={work.id} label={work.label} done={work.done} total={work.total} onStop={() => stopWork(work.id)} />
  ))
}
