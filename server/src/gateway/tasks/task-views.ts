// Tasks as the clients of proxies read them.
import { filesOfResult } from '@waystation/contract/calls/task-files'
import { mjForwardUrlEnabled } from '@waystation/contract/options/drawing'
import { serverAddress } from '@waystation/contract/options/payment'
import { writeFilm } from '@waystation/wire/films/view'
import { writeDrawing } from '@waystation/wire/tasks/drawing-reply'
import { writeMusic } from '@waystation/wire/tasks/music'
import type { TaskRecord } from '../../domain/task/task.ts'
import type { Gateway } from '../gateway.ts'
import { knownFilm } from './films/film-view.ts'
import { failWords } from './task-doors.ts'

type ViewServices = Pick<Gateway, 'options' | 'taskLinks'>

/** A drawing as its owner sees it. @param addressOf where a path of this server is, where it has no address of its own */
export function drawingView(task: TaskRecord, { options, taskLinks }: ViewServices, addressOf: (path: string) => string) {
  const files = new Map(filesOfResult(task.result).map((file) => [file.kind, file.address]))
  const linkTo = (name: 'image' | 'video') => {
    const address = files.get(name)
    if (address === undefined) return ''
    if (!options.get(mjForwardUrlEnabled)) return address
    const path = `/mj/image/${encodeURIComponent(task.taskId)}`
    const link = onSite(path, options) ?? addressOf(path)
    // Until it has ended, another picture may stand behind the same link.
    const rand = task.isOpen ? `rand=${task.progress}${task.updatedMs}&` : ''
    return `${link}?${rand}${taskLinks.query({ rowId: task.id, name })}`
  }
  return writeDrawing({ ...task, id: task.taskId, failReason: failWords(task), imageUrl: linkTo('image'), videoUrl: linkTo('video') })
}

/** Where a path is at the address that the operator has named; undefined: none is named. */
function onSite(path: string, options: ViewServices['options']): string | undefined {
  const site = options.get(serverAddress)
  return URL.canParse(site) ? new URL(path, site).href : undefined
}

/** A piece of music as its owner sees it. */
export const musicView = (task: TaskRecord) => writeMusic({ ...task, id: task.taskId, failReason: failWords(task) })

/** A film as an address is told, which has no key to fetch it with: with its link. */
function filmView(task: TaskRecord, { options, taskLinks }: ViewServices) {
  const film = knownFilm(task, { taskLinks }, (path) => onSite(path, options) ?? path)
  return { ...writeFilm(film), ...(film.url === '' ? {} : { url: film.url }) }
}

/** A task as the address is told that came with it. */
export function toldView(task: TaskRecord, gateway: ViewServices): string {
  if (task.kind === 'drawing') return JSON.stringify(drawingView(task, gateway, (path) => path))
  return JSON.stringify(task.kind === 'video' ? filmView(task, gateway) : musicView(task))
}
