// Drawing and music tasks. Source: specification §3 Option, server-behaviour 6.2.
import { z } from 'zod'
import { flag, number, option } from './option.ts'

export const drawingEnabled = option({
  key: 'DrawingEnabled',
  type: flag(),
  default: true,
  status: 'enable_drawing',
  name: { en: 'Drawing logs', zh: '绘图日志' },
  about: { en: 'Show the drawing logs in the console. Calls work either way.', zh: '在控制台中显示绘图日志。关闭后接口仍可调用。' },
  card: ['drawing', 1],
})

export const taskEnabled = option({
  key: 'TaskEnabled',
  type: flag(),
  default: true,
  status: 'enable_task',
  name: { en: 'Task logs', zh: '任务日志' },
  about: {
    en: 'Show the logs of music, videos, images and batches in the console. Calls work either way.',
    zh: '在控制台中显示音乐、视频、图片和批处理任务的日志。关闭后接口仍可调用。',
  },
  card: ['drawing', 2],
})

export const mjNotifyEnabled = option({
  key: 'MjNotifyEnabled',
  type: flag(),
  default: false,
  status: 'mj_notify_enabled',
  name: { en: 'Webhooks of drawings', zh: '绘图回调' },
  about: {
    en: 'When a drawing ends, notify the https address that its call names in notifyHook. If off, notifyHook is removed.',
    zh: '绘图任务结束时通知其调用在 notifyHook 中指定的 https 地址。关闭时移除 notifyHook。',
  },
  card: ['drawing', 3],
})

export const mjAccountFilterEnabled = option({
  key: 'MjAccountFilterEnabled',
  type: flag(),
  default: false,
  name: { en: 'Forward accountFilter', zh: '转发 accountFilter' },
  about: {
    en: 'Forward the accountFilter of drawing calls. If off, it is removed.',
    zh: '转发绘图调用的 accountFilter。关闭时会将其移除。',
  },
  card: ['drawing', 4],
})

export const mjForwardUrlEnabled = option({
  key: 'MjForwardUrlEnabled',
  type: flag(),
  default: true,
  confirmed: true,
  name: { en: 'Serve images from this server', zh: '由本服务器提供图片' },
  about: { en: 'Serve images through the address of this server.', zh: '通过本服务器的地址提供图片。' },
  card: ['drawing', 5],
})

export const mjModeClearEnabled = option({
  key: 'MjModeClearEnabled',
  type: flag(),
  default: false,
  name: { en: 'Remove speed modes', zh: '移除速度模式' },
  about: { en: 'Remove --fast, --relax and --turbo from drawing prompts.', zh: '移除绘图提示词中的 --fast、--relax 和 --turbo。' },
  card: ['drawing', 6],
})

export const mjActionCheckSuccessEnabled = option({
  key: 'MjActionCheckSuccessEnabled',
  type: flag(),
  default: true,
  name: { en: 'Actions only after success', zh: '完成后才能操作' },
  about: { en: 'Allow actions on a drawing only after it is finished.', zh: '绘图完成之后才允许对其执行后续操作。' },
  card: ['drawing', 7],
})

export const taskPollSeconds = option({
  key: 'task.poll_seconds',
  type: number(z.number().int().min(1).max(600)),
  default: 15,
  unit: 's',
  name: { en: 'Query interval of tasks', zh: '任务查询间隔' },
  about: { en: 'How often the server queries a channel for its unfinished tasks.', zh: '服务器向渠道查询未完成任务的间隔。' },
  card: ['drawing', 8],
})

export const taskTimeLimitMinutes = option({
  key: 'task.time_limit_minutes',
  type: number(z.number().int().min(1).max(1440)),
  default: 60,
  unit: 'min',
  name: { en: 'Time limit of drawings and music', zh: '绘图与音乐任务时限' },
  about: {
    en: 'A task that has not ended by then counts as failed, and its quota is refunded.',
    zh: '到时仍未结束的任务视为失败，并退还额度。',
  },
  card: ['drawing', 9],
})

export const taskWebhooksEnabled = option({
  key: 'task.webhooks_enabled',
  type: flag(),
  default: false,
  name: { en: 'Webhooks of music tasks', zh: '音乐任务回调' },
  about: {
    en: 'When a music task ends, notify the https address that its call names in notify_hook. For drawings, [MjNotifyEnabled] decides.',
    zh: '音乐任务结束时通知其调用在 notify_hook 中指定的 https 地址。绘图任务由 [MjNotifyEnabled] 决定。',
  },
  card: ['drawing', 10],
})

export const batchTimeLimitMinutes = option({
  key: 'task.batch_time_limit_minutes',
  type: number(z.number().int().min(60).max(20_160)),
  default: 1560,
  unit: 'min',
  name: { en: 'Time limit of batches', zh: '批处理时限' },
  about: {
    en: 'Providers finish a batch within 24 hours. One that has not ended by then counts as failed, and its hold is released.',
    zh: '供应商会在 24 小时内完成批处理。到时仍未结束的批处理视为失败，并退还为其预扣的额度。',
  },
  card: ['drawing', 15],
})

export const videoTimeLimitMinutes = option({
  key: 'task.video_time_limit_minutes',
  type: number(z.number().int().min(10).max(2880)),
  default: 360,
  unit: 'min',
  name: { en: 'Time limit of videos', zh: '视频任务时限' },
  about: {
    en: 'A video that is not finished by then counts as failed, and its hold is released.',
    zh: '到时仍未完成的视频视为失败，并退还为其预扣的额度。',
  },
  card: ['drawing', 11],
})

export const videoWebhooksEnabled = option({
  key: 'task.video_webhooks_enabled',
  type: flag(),
  default: false,
  name: { en: 'Webhooks of videos', zh: '视频任务回调' },
  about: {
    en: 'When a video ends, notify the https address that its call names in notify_hook. If off, notify_hook is removed.',
    zh: '视频任务结束时通知其调用在 notify_hook 中指定的 https 地址。关闭时移除 notify_hook。',
  },
  card: ['drawing', 13],
})

export const taskKeepDays = option({
  key: 'task.keep_days',
  type: number(z.number().int().min(0).max(3650)),
  default: 0,
  unit: 'days',
  name: { en: 'Keep tasks for', zh: '任务保留时间' },
  about: {
    en:
      'Drawings, music, videos and batches are deleted this long after they have ended, and cannot be fetched any more. ' +
      'Their cost stays in the usage logs. 0 keeps them forever.',
    zh: '绘图、音乐、视频和批处理任务结束后超过此时间即被删除，之后无法再查询；其费用仍保留在使用日志中。0 表示永久保留。',
  },
  card: ['drawing', 14],
})
export const imageTimeLimitMinutes = option({
  key: 'task.image_time_limit_minutes',
  type: number(z.number().int().min(1).max(1440)),
  default: 60,
  unit: 'min',
  name: { en: 'Time limit of images', zh: '图片任务时限' },
  about: {
    en: 'For providers that generate images asynchronously. An image that is not finished by then counts as failed, and its hold is released.',
    zh: '适用于异步生成图片的供应商。到时仍未完成的图片视为失败，并退还为其预扣的额度。',
  },
  card: ['drawing', 12],
})
