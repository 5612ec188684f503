import { z } from 'zod'
import { Drawing } from '../calls/drawing.ts'
import { Task } from '../calls/task.ts'
import { endpoint } from '../channels/endpoint.ts'
import { integerParameter, pageParameter } from '../values/page.ts'
import { exactText } from '../values/pasted.ts'

/** The first page is 0. Times are unix milliseconds of the submission for drawings, seconds for other tasks. */
const span = { p: pageParameter, page_size: integerParameter, start_timestamp: integerParameter, end_timestamp: integerParameter }
const drawingFilters = { ...span, mj_id: exactText().optional() }
const taskFilters = {
  ...span,
  task_id: exactText().optional(),
  platform: exactText().optional(),
  status: exactText().optional(),
  action: exactText().optional(),
}
const extra = z.object({ total: z.number().int(), page: z.number().int(), page_size: z.number().int() })

export const listDrawings = endpoint({
  method: 'GET',
  path: '/api/mj/',
  summary: "Everybody's drawings, newest first, 100 on a page",
  access: 'admin',
  query: z.object({ ...drawingFilters, channel_id: integerParameter }),
  data: z.array(Drawing),
  extra,
})

export const listOwnDrawings = endpoint({
  method: 'GET',
  path: '/api/mj/self/',
  summary: "The caller's drawings, newest first, 100 on a page",
  access: 'user',
  owner: 'own',
  query: z.object(drawingFilters),
  data: z.array(Drawing),
  extra,
})

export const listTasks = endpoint({
  method: 'GET',
  path: '/api/task/',
  summary: "Everybody's music, films and batches, newest first, 100 on a page",
  access: 'admin',
  query: z.object({ ...taskFilters, channel_id: integerParameter }),
  data: z.array(Task),
  extra,
})

export const listOwnTasks = endpoint({
  method: 'GET',
  path: '/api/task/self',
  summary: "The caller's music, films and batches, newest first, 100 on a page",
  access: 'user',
  owner: 'own',
  query: z.object(taskFilters),
  data: z.array(Task),
  extra,
})
