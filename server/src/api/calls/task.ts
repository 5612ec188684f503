import { listDrawings, listOwnDrawings, listOwnTasks, listTasks } from '@waystation/contract/api/task'
import { pageOf } from '@waystation/contract/values/page'
import type { TaskLists } from '../../domain/task/task-lists.ts'
import { type Route, route, withExtra } from '../http/route.ts'

/** Rows of a page; fewer where a caller names a number. */
const PAGE_SIZE = 100
/** Milliseconds that a unit of the two ways to write a time has. */
const [MILLISECOND, SECOND] = [1, 1000]

export const taskRoutes = ({ taskLists }: { readonly taskLists: TaskLists }): Route[] => [
  route(listDrawings, async ({ query, language }) => {
    const page = pageIn(query)
    const filter = { ...spanIn(query, MILLISECOND), taskId: query.mj_id || undefined, channelId: query.channel_id }
    return answer(await taskLists.drawings(filter, page, { language, isOwn: false }), page)
  }),
  route(listOwnDrawings, async ({ caller, query, language }) => {
    const page = pageIn(query)
    const filter = { ...spanIn(query, MILLISECOND), taskId: query.mj_id || undefined, userId: caller.id }
    return answer(await taskLists.drawings(filter, page, { language, isOwn: true }), page)
  }),
  route(listTasks, async ({ query, language }) => {
    const page = pageIn(query)
    const filter = { ...taskFilter(query), channelId: query.channel_id }
    return answer(await taskLists.tasks(filter, page, { language, isOwn: false }), page)
  }),
  route(listOwnTasks, async ({ caller, query, language }) => {
    const page = pageIn(query)
    return answer(await taskLists.tasks({ ...taskFilter(query), userId: caller.id }, page, { language, isOwn: true }), page)
  }),
]

interface PageQuery {
  readonly p?: number | undefined
  readonly page_size?: number | undefined
}

function pageIn({ p, page_size: size }: PageQuery) {
  const page = pageOf({ number: p, size: size ?? PAGE_SIZE }, { first: 0, maxSize: PAGE_SIZE })
  return { number: page.number, offset: page.offset, limit: page.size }
}

const answer = <Row>({ items, total }: { items: Row[]; total: number }, page: ReturnType<typeof pageIn>) =>
  withExtra(items, { total, page: page.number, page_size: page.limit })

interface SpanQuery {
  readonly start_timestamp?: number | undefined
  readonly end_timestamp?: number | undefined
}

/** Clients of the family send 0 where a time is not set; both ends belong to a span, the whole of the last second too. */
function spanIn({ start_timestamp: from, end_timestamp: until }: SpanQuery, unitMs: number) {
  return {
    fromMs: from ? from * unitMs : undefined,
    untilMs: until ? until * unitMs + unitMs - 1 : undefined,
  }
}

interface TaskQuery extends SpanQuery {
  readonly task_id?: string | undefined
  readonly platform?: string | undefined
  readonly status?: string | undefined
  readonly action?: string | undefined
}

/** What is empty is not asked for. */
function taskFilter(query: TaskQuery) {
  const { task_id: taskId, platform, status, action } = query
  return {
    ...spanIn(query, SECOND),
    taskId: taskId || undefined,
    platform: platform || undefined,
    status: status || undefined,
    action: action || undefined,
  }
}
