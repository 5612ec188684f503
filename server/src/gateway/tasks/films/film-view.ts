import type { KnownFilm } from '@waystation/wire/films/view'
import type { TaskRecord } from '../../../domain/task/task.ts'
import type { Gateway } from '../../gateway.ts'
import { failWords } from '../task-doors.ts'

/** A film as its views are written from. @param addressOf where a path of this server is */
export function knownFilm(task: TaskRecord, { taskLinks }: Pick<Gateway, 'taskLinks'>, addressOf: (path: string) => string): KnownFilm {
  const { seconds, size, remixedFrom, ownId } = task.result
  const link = addressOf(`/v1/videos/${encodeURIComponent(task.taskId)}/content`)
  return {
    ...task,
    id: task.taskId,
    failReason: failWords(task),
    seconds: typeof seconds === 'number' ? seconds : 0,
    size: typeof size === 'string' ? size : '',
    ...(typeof ownId === 'string' ? { ownId } : {}),
    remixedFrom: typeof remixedFrom === 'string' ? remixedFrom : '',
    url: task.status === 'SUCCESS' ? `${link}?${taskLinks.query({ rowId: task.id, name: 'video' })}` : '',
  }
}
