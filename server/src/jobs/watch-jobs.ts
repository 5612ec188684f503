import { type WriteOffAlarmParts, watchWriteOffs } from '../domain/books/write-off-alarm.ts'
import { type EndingModelParts, tellOfModelEnds } from '../domain/channel/watch/ending-models.ts'
import type { RootNotices } from '../domain/notice/root-notices.ts'
import type { Job } from './job.ts'

/** Look at what the super admins are told of without anybody's doing. Safe on several nodes: each notice is given once. */
export function watchJobs(parts: WriteOffAlarmParts & EndingModelParts & { readonly roots: Pick<RootNotices, 'tellNew'> }): Job[] {
  return [
    { name: 'watch-write-offs', everySeconds: 60, isForAll: true, run: () => watchWriteOffs(parts) },
    { name: 'watch-model-ends', everySeconds: 3600, isForAll: true, run: () => tellOfModelEnds(parts) },
  ]
}
