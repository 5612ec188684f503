// A midjourney-proxy Plus for tests, on a real socket, with the pictures that it draws. It takes nothing that the proxies do not take, and
// answers as they do. Sources: midjourney-proxy by novicezk and by trueai-org, and the documents of "Midjourney Proxy Plus", 2026.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { PICTURE } from '../fake-dialects/images.ts'
import { type Step, scenario, step } from '../fakes/fake-provider-script.ts'
import { ActionBody, ChangeBody, Kept, ListBody, ModalBody, SimpleChangeBody, starts, UploadBody } from './drawing-bodies.ts'
import { buttonsOf, effectOf } from './drawing-buttons.ts'
import { FILM } from './task-media.ts'
import { currentOf, type Door, type TaskRecord, type TaskRequest, TaskServer } from './task-server.ts'
import { isOver, progressOf, type TaskState } from './task-states.ts'

/** A prompt with this word in it is rejected as banned. */
export const BANNED_WORD = 'forbidden-word'

/** Answers with which a good submission is rejected. */
export const rejections = {
  queueFull: scenario.reply(200, { code: 23, description: '队列已满，请稍后尝试', result: null, properties: {} }),
  noAccount: scenario.reply(200, { code: 3, description: '无可用的账号实例', result: null, properties: {} }),
  failed: scenario.reply(200, { code: 9, description: '系统异常', result: null, properties: {} }),
}

/** Changes an answer into that of a task that waits behind others. */
export const inQueue = (ahead: number) => ({
  ...{ code: 22, description: `排队中，前面还有${ahead}个任务` },
  properties: { numberOfQueues: ahead, discordInstanceId: 'instance-1' },
})

export interface DrawingTask extends TaskRecord {
  readonly prompt: string | null
  readonly state: string | null
  readonly description: string
  /** Of the picture; custom ids name it. */
  readonly hash: string
  /** How it goes once its window is confirmed; absent: it waits for none. */
  afterWindow: readonly TaskState[] | undefined
}

/** Starts a proxy on 127.0.0.1 that takes this secret. */
export async function openFakeDrawingProxy(secret: string, now: () => number = Date.now): Promise<FakeDrawingProxy> {
  const proxy = new FakeDrawingProxy(secret, now)
  await proxy.listen()
  return proxy
}

const ADDRESS = /^(?:\/(?:mj-)?(?:fast|relax|turbo))?\/mj\/(submit\/[a-z-]+|insight-face\/swap|task\/.+)$/
const AFTER_A_WINDOW = 'Waiting for window confirm'
const submitDoors = ['change', 'simple-change', 'action', 'modal', 'upload-discord-images'].map((name) => `submit/${name}`)

export class FakeDrawingProxy extends TaskServer<DrawingTask> {
  /** Do the accounts open a window before they vary, pan or draw anew? */
  hasRemix = false
  readonly #secret: string
  readonly #now: () => number

  constructor(secret: string, now: () => number) {
    super()
    this.#secret = secret
    this.#now = now
  }

  override clear(): void {
    super.clear()
    this.hasRemix = false
  }

  /** Where the picture of a task is. */
  picture(id: string): string {
    return `${this.url}/attachments/${id}.png`
  }

  /** The custom id of a button of a task. @param part of it, such as `upsample::2` */
  customId(id: string, part: string): string {
    const task = this.tasks.get(id)
    const found = task && buttonsOf(task.action, task.hash).find(({ customId }) => customId.includes(part))
    if (!found) throw new Error(`task ${id} has no button ${part}`)
    return found.customId
  }

  protected override doorOf({ method, path }: TaskRequest): Door | undefined {
    if (method === 'GET' && path.startsWith('/attachments/')) return 'file'
    const what = ADDRESS.exec(path)?.[1] ?? ''
    if (method === 'POST' && what === 'task/list-by-condition') return 'list'
    if (method === 'POST') return what in starts || submitDoors.includes(what) ? 'submit' : undefined
    if (method !== 'GET') return undefined
    return /^task\/[^/]+\/fetch$/.test(what) ? 'fetch' : /^task\/[^/]+\/image-seed$/.test(what) ? 'seed' : undefined
  }

  protected override answer(request: TaskRequest, door: Door): readonly Step[] {
    const secret = request.headers['mj-api-secret']
    if (door === 'file') {
      if (secret !== undefined) this.violate(request, 'the secret is shown to the host of the pictures')
      return this.#file(request)
    }
    if (request.headers.authorization !== undefined) this.violate(request, 'authorization of the client came along')
    if (secret !== this.#secret) {
      this.violate(request, 'mj-api-secret is wrong')
      return [step.head(401), step.end()]
    }
    const what = ADDRESS.exec(request.path)?.[1] ?? ''
    if (door === 'list') return this.#list(request)
    return door === 'submit' ? this.#submit(request, what) : this.#one(request, door, what.split('/')[1] ?? '')
  }

  protected override told(task: DrawingTask, state: TaskState): object {
    const hasBegun = state.status !== 'NOT_START' && state.status !== 'MODAL'
    const hasPicture = state.status === 'SUCCESS' && task.action !== 'SHORTEN'
    return {
      ...{ id: task.id, action: task.action, prompt: task.prompt, promptEn: promptOf(task, state), state: task.state },
      description: task.description,
      submitTime: task.submittedAtMs,
      startTime: hasBegun ? task.submittedAtMs + 1000 : null,
      finishTime: isOver(state) ? task.submittedAtMs + 61_000 : null,
      imageUrl: hasPicture ? this.picture(task.id) : null,
      ...(hasPicture && task.action === 'VIDEO' ? { videoUrl: `${this.url}/attachments/${task.id}.mp4` } : {}),
      ...{ status: state.status, progress: progressOf(state, ''), failReason: state.reason ?? null },
      buttons: state.status === 'SUCCESS' ? buttonsOf(task.action, task.hash) : [],
      properties: { notifyHook: task.notifyHook ?? '', finalPrompt: promptOf(task, state), messageHash: task.hash, botType: 'MID_JOURNEY' },
      ...state.told,
    }
  }

  #file({ path }: TaskRequest): readonly Step[] {
    const [, id = '', ending] = /^\/attachments\/([^/]+)\.(png|mp4)$/.exec(path) ?? []
    if (!this.tasks.has(id) && !id.startsWith('upload-')) return scenario.reply(404, 'This content is no longer available.')
    const file = ending === 'mp4' ? { type: 'video/mp4', bytes: FILM } : { type: 'image/png', bytes: Buffer.from(PICTURE, 'base64') }
    return [step.head(200, { 'content-type': file.type, 'content-length': file.bytes.length }), step.bytes(file.bytes), step.end()]
  }

  #list(request: TaskRequest): readonly Step[] {
    const body = this.read(request, ListBody)
    if (body instanceof z.ZodError) return hasWrongType(body) ? wrongType(body) : scenario.reply(200, [])
    const found = body.ids.flatMap((id) => this.tasks.get(id) ?? [])
    return scenario.reply(200, JSON.stringify(this.listing(found.map((task) => this.ask(task)))), JSON_TYPE)
  }

  #one(request: TaskRequest, door: Door, id: string): readonly Step[] {
    const task = this.tasks.get(decodeURIComponent(id))
    // A task that is not there is fetched as nothing at all.
    if (door === 'fetch') return task ? scenario.reply(200, this.ask(task)) : [step.head(200), step.end()]
    if (!task) return this.#reject(request, 3, '关联任务不存在或已失效', 404)
    if (currentOf(task).status !== 'SUCCESS') return this.#reject(request, 4, '关联任务状态错误', 400)
    return scenario.reply(200, { code: 1, description: '成功', result: '1790534321', properties: {} })
  }

  #submit(request: TaskRequest, what: string): readonly Step[] {
    if (what === 'submit/change') return this.#read(request, ChangeBody, (body) => this.#change(request, body))
    if (what === 'submit/action') return this.#read(request, ActionBody, (body) => this.#act(request, body))
    if (what === 'submit/modal') return this.#read(request, ModalBody, (body) => this.#confirm(request, body))
    if (what === 'submit/simple-change')
      return this.#read(request, SimpleChangeBody, ({ content, ...others }) => {
        const [taskId = '', letter = '', index] = content.split(/ |(?=\d$)/)
        const action = { U: 'UPSCALE', V: 'VARIATION' }[letter] ?? 'REROLL'
        return this.#change(request, { ...others, taskId, action, index: Number(index) })
      })
    const start = starts[what]
    if (!start) return this.#read(request, UploadBody, ({ base64Array }) => this.#upload(base64Array.length))
    return this.#read(request, start.body, (body) => {
      const kept = Kept.parse(body)
      if (kept.taskId && !this.tasks.has(kept.taskId)) return this.#reject(request, 3, '关联任务不存在或已失效')
      return banned(kept.prompt) ?? this.#begun(this.#make(start.action, kept))
    })
  }

  /** Uploads make no task: their addresses are told at once. */
  #upload(pictures: number): readonly Step[] {
    const result = Array.from({ length: pictures }, (_, number) => `${this.url}/attachments/upload-${number}.png`)
    return this.accepted({ code: 1, description: '提交成功', result, properties: {} })
  }

  /** Reads a body and goes on with it; one that is wrong is answered as the proxies do. */
  #read<Schema extends z.ZodObject>(
    request: TaskRequest,
    schema: Schema,
    goOn: (body: z.infer<Schema>) => readonly Step[],
  ): readonly Step[] {
    const body = this.read(request, schema)
    if (!(body instanceof z.ZodError)) return goOn(body)
    return hasWrongType(body) ? wrongType(body) : scenario.reply(200, { code: 4, description: '参数错误', result: null, properties: {} })
  }

  #change(request: TaskRequest, change: { taskId: string; action: string; index?: number | null | undefined } & z.infer<typeof Kept>) {
    const description = `/up ${change.taskId} ${change.action === 'REROLL' ? 'R' : `${change.action.charAt(0)}${change.index}`}`
    const parent = this.#parent(request, change.taskId)
    if (!('id' in parent)) return parent
    if (!['IMAGINE', 'VARIATION', 'REROLL', 'BLEND'].includes(parent.action)) return this.#reject(request, 4, '关联任务不允许执行变化')
    const existing = [...this.tasks.values()].find((task) => task.description === description)
    if (!existing) return this.#begun(this.#make(change.action, { ...change, prompt: parent.prompt }, { description }))
    const { status } = currentOf(existing)
    const properties = { status, imageUrl: status === 'SUCCESS' ? this.picture(existing.id) : null }
    return this.accepted({ code: 21, description: '任务已存在', result: existing.id, properties })
  }

  #act(request: TaskRequest, { customId, ...body }: z.infer<typeof ActionBody>): readonly Step[] {
    const parent = this.#parent(request, body.taskId)
    if (!('id' in parent)) return parent
    if (!buttonsOf(parent.action, parent.hash).some((one) => one.customId === customId)) return this.#reject(request, 4, '参数错误')
    // A bookmark starts nothing: the answer names the drawing that has it.
    if (customId.startsWith('MJ::BOOKMARK')) return this.#begun(parent)
    const { action, window } = effectOf(customId)
    const kept = { ...body, prompt: parent.prompt }
    if (customId === 'MJ::Job::PicReader::all') {
      const ids = [1, 2, 3, 4].map(() => this.#make(action, kept).id)
      return this.accepted({ code: 1, description: '成功', result: ids.join(','), properties: {} })
    }
    if (window === 'never' || (window === 'remix' && !this.hasRemix)) return this.#begun(this.#make(action, kept))
    const task = this.#make(action, kept, { isWindow: true })
    const properties = { finalPrompt: parent.prompt ?? '', remix: true }
    return this.accepted({ code: 21, description: AFTER_A_WINDOW, result: task.id, properties })
  }

  #confirm(request: TaskRequest, { taskId, prompt }: z.infer<typeof ModalBody>): readonly Step[] {
    const task = this.tasks.get(taskId)
    if (!task) return this.#reject(request, 3, '关联任务不存在或已失效')
    const rejection = banned(prompt)
    if (rejection) return rejection
    if (!task.afterWindow) return this.#reject(request, 4, '关联任务状态错误')
    task.states = task.afterWindow
    task.afterWindow = undefined
    return this.#begun(task)
  }

  /** The drawing that another one follows; it has to be finished. */
  #parent(request: TaskRequest, id: string): DrawingTask | readonly Step[] {
    const task = this.tasks.get(id)
    if (!task) return this.#reject(request, 3, '关联任务不存在或已失效')
    return currentOf(task).status === 'SUCCESS' ? task : this.#reject(request, 4, '关联任务状态错误')
  }

  #make(action: string, kept: z.infer<typeof Kept>, { description = '', isWindow = false } = {}): DrawingTask {
    const submittedAtMs = this.#now()
    const plan = this.takePlan()
    const task: DrawingTask = {
      id: this.takeId(`${submittedAtMs}${String(this.tasks.size).padStart(3, '0')}`),
      ...{ action, submittedAtMs, hash: randomUUID(), notifyHook: kept.notifyHook || undefined },
      ...{ prompt: kept.prompt ?? null, state: kept.state ?? null },
      description: description || `/${action.toLowerCase()} ${kept.prompt ?? ''}`.trim(),
      states: isWindow ? [{ status: 'MODAL' }] : plan,
      afterWindow: isWindow ? plan : undefined,
    }
    this.tasks.set(task.id, task)
    return task
  }

  #begun({ id }: DrawingTask): readonly Step[] {
    return this.accepted({ code: 1, description: '提交成功', result: id, properties: { discordInstanceId: 'instance-1' } })
  }

  #reject(request: TaskRequest, code: number, description: string, status = 200): readonly Step[] {
    this.violate(request, description)
    return scenario.reply(status, { code, description, result: null, properties: {} })
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** Four prompts for a picture, or the translated one. */
function promptOf({ action, prompt }: DrawingTask, { status }: TaskState): string | null {
  if (action !== 'DESCRIBE' || status !== 'SUCCESS') return prompt
  return ['1️⃣ a cat', '2️⃣ a tabby cat', '3️⃣ a cat asleep', '4️⃣ a cat on a wall'].join('\n\n')
}

function banned(prompt: string | null | undefined): readonly Step[] | undefined {
  if (!prompt?.includes(BANNED_WORD)) return undefined
  const properties = { promptEn: prompt, bannedWord: BANNED_WORD }
  return scenario.reply(200, { code: 24, description: '可能包含敏感词', result: null, properties })
}

/** What is missing or null is told by a code, what has another type by a status. */
const hasWrongType = ({ issues }: z.ZodError) =>
  issues.some(({ code, path, input }) => code === 'invalid_type' && (path.length === 0 || (input !== undefined && input !== null)))

const wrongType = (error: z.ZodError): readonly Step[] =>
  scenario.reply(400, {
    ...{ type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1', title: 'One or more validation errors occurred.', status: 400 },
    errors: Object.fromEntries(error.issues.map(({ path, message }) => [`$.${path.join('.')}`, [message]])),
  })
