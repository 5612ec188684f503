import { ProgressBar } from './ProgressBar.tsx'
import { stopWork, useWorks } from './work.ts'

/** How far the work on a list is. Nothing while there is none. */
export function WorkBar({ name }: { readonly name: string }) {
  return useWorks(name).map((work) => (
    <ProgressBar key={work.id} label={work.label} done={work.done} total={work.total} onStop={() => stopWork(work.id)} />
  ))
}
