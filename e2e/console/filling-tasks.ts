// Drawings, music and films of the filled server, in every state, with images that load.
import { DatabaseSync } from 'node:sqlite'
import { ulid } from 'ulid'
import { openSystemAccounts } from '../../server/src/domain/ledger/ledger-tasks.ts'
import type { NewTask } from '../../server/src/domain/task/task.ts'
import { Tasks } from '../../server/src/domain/task/tasks.ts'
import type { ConsoleClient } from '../../server/src/testing/console-client.ts'
import { openTestDatabase } from '../../server/src/testing/databases/databases.ts'
import { FILM, SOUND } from '../../server/src/testing/fake-tasks/task-media.ts'
import { openSite } from '../../server/src/testing/network/local-site.ts'
import { type Colour, gradient } from './gradient.ts'

const COLOURS: readonly (readonly [Colour, Colour])[] = [
  [
    [14, 124, 102],
    [240, 196, 110],
  ],
  [
    [53, 64, 168],
    [227, 105, 166],
  ],
  [
    [141, 20, 0],
    [245, 180, 120],
  ],
  [
    [20, 30, 60],
    [110, 190, 230],
  ],
]

/** A task to be made; times are before now. */
interface Draft extends Partial<NewTask> {
  readonly agoSeconds: number
  readonly tookSeconds?: number
  readonly money?: 'charged' | 'refunded' | 'held'
  readonly quota?: number
}

const [RAIN, ROAD, BALLAD, BANNED] = ['雨夜的驿站，水墨画', '山间的驿道，清晨薄雾', '一首关于送信人的民谣', '可能包含敏感词：']
/** Words of users and proxies, which stay as they are in every language. */
export const taskTexts = [RAIN, ROAD, BALLAD, BANNED]

const LONG_PROMPT =
  'An old lighthouse keeper writes letters by candlelight while a storm rises over the harbour, oil on canvas, wide angle, warm light --ar 16:9 --v 7'

/** @param site where the files are */
function drawings(site: string): readonly Draft[] {
  const image = (at: number) => ({ imageUrl: `${site}/${at}.png` })
  const done = { status: 'SUCCESS', progress: 100, money: 'charged', quota: 50_000 } as const
  return [
    { agoSeconds: 5, status: 'SUBMITTED', code: 22, prompt: RAIN, money: 'charged', quota: 50_000 },
    { agoSeconds: 30, status: 'IN_PROGRESS', progress: 62, prompt: 'A paper boat on a river of ink', money: 'charged', quota: 50_000 },
    { ...done, agoSeconds: 300, tookSeconds: 42, prompt: LONG_PROMPT, result: { ...image(0), promptEn: `${LONG_PROMPT}, 8k` } },
    { ...done, agoSeconds: 900, tookSeconds: 96, action: 'UPSCALE', model: 'mj_upscale', prompt: ROAD, result: image(1) },
    { agoSeconds: 1500, action: 'CUSTOM_ZOOM', model: 'mj_custom_zoom', status: 'MODAL', code: 21, prompt: ROAD },
    {
      ...{ agoSeconds: 4000, tookSeconds: 3600, status: 'FAILURE', progress: 100, money: 'refunded', quota: 50_000 },
      ...{ failReason: 'task_timeout', prompt: 'A city made of clocks' },
    },
    { ...done, agoSeconds: 5000, tookSeconds: 12, action: 'DESCRIBE', model: 'mj_describe', prompt: '', result: image(2) },
    {
      ...{ agoSeconds: 7000, tookSeconds: 1, code: 24, vendorId: '', status: 'FAILURE', progress: 100 },
      failReason: `${BANNED}your prompt contains a word that the provider has banned, so it was not submitted`,
    },
    { ...done, agoSeconds: 9000, tookSeconds: 55, action: 'SWAP_FACE', model: 'swap_face', prompt: '', result: image(3) },
  ]
}

function otherTasks(site: string): readonly Draft[] {
  const music = { kind: 'music', platform: 'suno', model: 'suno_music', action: 'MUSIC' } as const
  const clip = (title: string, at: number) => ({
    ...{ title, audio_url: `${site}/${at}.mp3`, video_url: `${site}/${at}.mp4`, image_url: `${site}/${at}.png` },
  })
  const done = { status: 'SUCCESS', progress: 100, money: 'charged', quota: 50_000 } as const
  return [
    { ...music, agoSeconds: 4, status: 'QUEUED', prompt: BALLAD, money: 'charged', quota: 50_000 },
    {
      ...music,
      agoSeconds: 40,
      status: 'IN_PROGRESS',
      progress: 35,
      prompt: 'A slow waltz for two cellos',
      money: 'charged',
      quota: 50_000,
    },
    {
      ...{ ...music, ...done, agoSeconds: 400, tookSeconds: 118, prompt: '[Verse]\nThe lamp goes round, the ships come home' },
      result: { data: [clip('The Lighthouse', 0), clip('The Lighthouse (acoustic version with a long name)', 1)] },
    },
    {
      ...{ ...music, ...done, agoSeconds: 800, tookSeconds: 9, action: 'LYRICS', model: 'suno_lyrics', prompt: 'a song about a wall' },
      result: { data: { title: 'The Wall', text: '[Verse]\nA cat sits on the wall\nAnd counts the stars\n\n[Chorus]\nOne, two, three' } },
    },
    {
      ...{ kind: 'video', platform: 'Kling', model: 'kling-v2', action: 'GENERATE', agoSeconds: 1200, tookSeconds: 240 },
      ...{ ...done, quota: 1_750_000, prompt: 'A courier changes horses at a station in the rain', result: { videoUrl: `${site}/2.mp4` } },
    },
    {
      ...{ kind: 'video', platform: 'Ali DashScope', model: 'wan2.7-t2v', action: 'GENERATE', agoSeconds: 1300 },
      ...{ status: 'QUEUED', money: 'held', quota: 600_000, prompt: 'Snow on the roofs of a post station' },
    },
    {
      ...{ kind: 'batch', platform: 'OpenAI', model: 'gpt-5-mini', action: 'BATCH', agoSeconds: 1600 },
      ...{ status: 'IN_PROGRESS', progress: 48, money: 'held', quota: 2_400_000 },
    },
    {
      ...{ ...music, agoSeconds: 2000, tookSeconds: 30, status: 'FAILURE', progress: 100, money: 'refunded', quota: 50_000 },
      ...{ failReason: 'Song description contained artist name', prompt: 'In the manner of somebody famous' },
    },
  ]
}

/** Gives these users tasks. Close what is answered at the end: it serves the files. */
export async function fillTasks(databasePath: string, root: ConsoleClient, userIds: readonly number[]) {
  const site = await openSite((request, response) => {
    const [, at = '0', ending = ''] = /^\/(\d)\.(\w+)$/.exec(request.url ?? '') ?? []
    const [from, to] = COLOURS[Number(at)] ?? [
      [0, 0, 0],
      [0, 0, 0],
    ]
    const [type, bytes] =
      ending === 'mp3' ? ['audio/mpeg', SOUND] : ending === 'mp4' ? ['video/mp4', FILM] : ['image/png', gradient(from, to)]
    response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes)
  })
  const channel = { name: 'midjourney-proxy', type: 2, key: 'secret', base_url: site.url, models: 'mj_imagine,mj_upscale' }
  const { id: channelId } = await root.call<{ id: number }>('POST', '/api/channel/', channel)
  const database = await openTestDatabase({ kind: 'sqlite', path: databasePath })
  const rows = new DatabaseSync(databasePath, { timeout: 60_000 })
  try {
    const accounts = await database.run(openSystemAccounts, null)
    const tasks = new Tasks({ database, accounts, mayOverdraw: () => false })
    const drafts = [...drawings(site.url), ...otherTasks(site.url)].toSorted((a, b) => b.agoSeconds - a.agoSeconds)
    for (const userId of userIds)
      for (const draft of drafts) {
        const { id } = await tasks.accept(taskOf(draft, userId, channelId), { kind: 'free' })
        if (draft.money) rows.prepare('update task set money = ?, quota = ? where id = ?').run(draft.money, draft.quota ?? 0, id)
      }
  } finally {
    rows.close()
    await database.close()
  }
  return site
}

/** Nobody asks for it, and its time is never over. */
const FAR_MS = Date.UTC(2100)

function taskOf({ agoSeconds, tookSeconds, money: _money, quota: _quota, ...fields }: Draft, userId: number, channelId: number): NewTask {
  const submitMs = Date.now() - agoSeconds * 1000
  const taskId = fields.kind === undefined ? `${submitMs}${String(userId).padStart(3, '0')}` : ulid().toLowerCase()
  return {
    ...{
      kind: 'drawing',
      platform: 'mj',
      taskId,
      confirms: false,
      vendorId: taskId,
      userId,
      tokenId: 0,
      group: 'default',
      channelId,
      keyId: 1,
    },
    ...{ model: 'mj_imagine', action: 'IMAGINE', holdId: ulid(), code: 1, status: 'SUBMITTED', progress: 0, failReason: '', prompt: '' },
    ...{ result: {}, submitMs, startMs: 0, nextPollMs: FAR_MS, expiresMs: FAR_MS, hook: '' },
    finishMs: tookSeconds === undefined ? 0 : submitMs + tookSeconds * 1000,
    ...fields,
  }
}
