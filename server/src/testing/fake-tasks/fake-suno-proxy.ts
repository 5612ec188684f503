// A Suno proxy for tests, on a real socket, with the clips that it makes. It takes nothing that the proxy does not take. Sources: Suno-API
// (its types, its swagger file) and the documents of gateways before it, "Suno music format", 2026.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { PICTURE } from '../fake-dialects/images.ts'
import { type Step, scenario, step } from '../fakes/fake-provider-script.ts'
import { FILM, SOUND } from './task-media.ts'
import { type Door, type TaskRecord, type TaskRequest, TaskServer } from './task-server.ts'
import { isOver, progressOf, type TaskState } from './task-states.ts'

const text = z.string()
const MusicBody = z.object({
  ...{ prompt: text.optional(), gpt_description_prompt: text.optional(), title: text.optional(), tags: text.optional() },
  ...{ mv: text.regex(/^chirp-/).optional(), make_instrumental: z.boolean().optional(), notify_hook: text.optional() },
  ...{ task_id: text.optional(), continue_clip_id: text.nullish(), continue_at: z.number().nullish() },
})
const LyricsBody = z.object({ prompt: text.min(1, 'prompt is empty'), notify_hook: text.optional() })
const FetchBody = z.object({ ids: z.array(text).min(1), action: z.enum(['MUSIC', 'LYRICS', 'music', 'lyrics', '']).optional() })
type Music = z.infer<typeof MusicBody>

export interface MusicTask extends TaskRecord {
  readonly body: Music
  readonly clipIds: readonly string[]
}

/** Starts a proxy on 127.0.0.1 that takes this key. */
export async function openFakeSunoProxy(key: string, now: () => number = Date.now): Promise<FakeSunoProxy> {
  const proxy = new FakeSunoProxy(key, now)
  await proxy.listen()
  return proxy
}

/** Of a clip, by the end of the address. */
const files: Readonly<Record<string, { readonly type: string; readonly bytes: Buffer }>> = {
  mp3: { type: 'audio/mpeg', bytes: SOUND },
  mp4: { type: 'video/mp4', bytes: FILM },
  png: { type: 'image/png', bytes: Buffer.from(PICTURE, 'base64') },
}

export class FakeSunoProxy extends TaskServer<MusicTask> {
  readonly #key: string
  readonly #now: () => number

  constructor(key: string, now: () => number) {
    super()
    this.#key = key
    this.#now = now
  }

  /** The ids of the two clips of a task; lyrics have none. */
  clips(id: string): readonly string[] {
    return this.tasks.get(id)?.clipIds ?? []
  }

  protected override doorOf({ method, path }: TaskRequest): Door | undefined {
    if (method === 'GET') return path.startsWith('/clips/') ? 'file' : /^\/suno\/fetch\/[^/]+$/.test(path) ? 'fetch' : undefined
    if (method !== 'POST') return undefined
    return path === '/suno/fetch' ? 'list' : /^\/suno\/submit\/[^/]+$/.test(path) ? 'submit' : undefined
  }

  protected override answer(request: TaskRequest, door: Door): readonly Step[] {
    const { authorization } = request.headers
    if (door === 'file') {
      if (authorization !== undefined) this.violate(request, 'the key is shown to the host of the clips')
      const file = files[/^\/clips\/[^/]+\.(\w+)$/.exec(request.path)?.[1] ?? '']
      if (!file) return scenario.reply(404, '')
      return [step.head(200, { 'content-type': file.type, 'content-length': file.bytes.length }), step.bytes(file.bytes), step.end()]
    }
    if (authorization !== `Bearer ${this.#key}`) return this.#reject(request, 'unauthorized secret token', 401)
    const last = decodeURIComponent(request.path.slice(request.path.lastIndexOf('/') + 1))
    if (door === 'submit') return this.#submit(request, last.toUpperCase())
    if (door === 'list') return this.#list(request)
    const task = this.tasks.get(last)
    return task ? scenario.reply(200, good(this.ask(task))) : this.#reject(request, 'task not exist')
  }

  protected override told(task: MusicTask, state: TaskState): object {
    const submitted = Math.floor(task.submittedAtMs / 1000)
    const hasBegun = isOver(state) || state.status === 'IN_PROGRESS'
    return {
      ...{ task_id: task.id, notify_hook: task.notifyHook ?? '', action: task.action, status: state.status },
      ...{ fail_reason: state.reason ?? '', submit_time: submitted, start_time: hasBegun ? submitted + 2 : 0 },
      ...{ finish_time: isOver(state) ? submitted + 62 : 0, progress: progressOf(state, '100%') },
      data: task.action === 'LYRICS' ? lyricsOf(task, state) : hasBegun ? task.clipIds.map((id) => this.#clip(task, id, state)) : null,
      ...state.told,
    }
  }

  #submit(request: TaskRequest, action: string): readonly Step[] {
    if (action !== 'MUSIC' && action !== 'LYRICS') return this.#reject(request, 'invalid action')
    const body = this.read(request, action === 'MUSIC' ? MusicBody : LyricsBody)
    if (body instanceof z.ZodError) return failed(body.issues[0]?.message ?? '')
    const fault = action === 'MUSIC' ? this.#faultOf(body) : undefined
    if (fault !== undefined) return this.#reject(request, fault)
    const task: MusicTask = {
      ...{ id: this.takeId(randomUUID()), action, body, states: this.takePlan(), submittedAtMs: this.#now() },
      ...{ notifyHook: body.notify_hook || undefined, clipIds: action === 'MUSIC' ? [randomUUID(), randomUUID()] : [] },
    }
    this.tasks.set(task.id, task)
    return this.accepted(good(task.id))
  }

  /** What Suno finds wrong with a piece of music. */
  #faultOf({ prompt, gpt_description_prompt: description, ...body }: Music): string | undefined {
    if (!body.continue_clip_id) return prompt || description || body.make_instrumental ? undefined : 'prompt is empty'
    if (!body.task_id) return 'task_id is empty'
    return this.clips(body.task_id).includes(body.continue_clip_id) ? undefined : 'clip not exist'
  }

  #list(request: TaskRequest): readonly Step[] {
    const body = this.read(request, FetchBody)
    if (body instanceof z.ZodError) return failed(body.issues[0]?.message ?? '')
    const found = body.ids.flatMap((id) => this.tasks.get(id) ?? [])
    return scenario.reply(200, good(this.listing(found.map((task) => this.ask(task)))))
  }

  #clip({ body }: MusicTask, id: string, { status, reason }: TaskState): object {
    const isDone = status === 'SUCCESS'
    const at = (ending: string) => `${this.url}/clips/${id}.${ending}`
    return {
      ...{ id, title: body.title ?? 'Untitled', status: isDone ? 'complete' : status === 'FAILURE' ? 'error' : 'streaming' },
      ...{ audio_url: status === 'FAILURE' ? '' : at('mp3'), video_url: isDone ? at('mp4') : '', image_url: at('png') },
      ...{ image_large_url: at('png'), model_name: 'chirp-v3', major_model_version: 'v3' },
      metadata: {
        ...{ tags: body.tags ?? '', prompt: body.prompt ?? '', gpt_description_prompt: body.gpt_description_prompt ?? null },
        ...{ duration: isDone ? 120.5 : null, error_type: reason ? 'generation_failed' : null, error_message: reason ?? null },
      },
    }
  }

  #reject(request: TaskRequest, message: string, status = 400): readonly Step[] {
    this.violate(request, message)
    return failed(message, status)
  }
}

const good = (data: unknown) => ({ code: 'success', message: '', data })
const failed = (message: string, status = 400) => scenario.reply(status, { code: 'invalid_request', message, data: null })

function lyricsOf({ id }: MusicTask, { status }: TaskState): object | null {
  return status === 'SUCCESS' ? { id, text: '[Verse]\nA cat sits on the wall', title: 'The Wall', status: 'complete' } : null
}
