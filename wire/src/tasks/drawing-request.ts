// What is asked of a drawing proxy, and under which model it is sold. Sources: the controllers of midjourney-proxy and its Plus edition,
// server-behaviour 9.1 and 9.2, decision D77.
import { isObject, type Json, type JsonObject } from '../encoding/json.ts'
import { WireError } from '../wire-error.ts'

/** What a submission asks for, in the words of the family. */
export interface DrawingRequest {
  /** Such as `IMAGINE`. */
  readonly action: string
  /** Such as `mj_imagine`. */
  readonly model: string
  readonly prompt: string
  /** The drawing that it goes on from; absent: none. */
  readonly parentId?: string
  /** Which of the four pictures, where one is named. */
  readonly index?: number
  /** Is it a button whose work is done behind a window that asks for more? Then the window itself costs nothing. */
  readonly opensWindow: boolean
  /** Is the answer the finished work? */
  readonly isImmediate: boolean
  /** The button's own id, where a button was pressed. */
  readonly customId?: string
}

/** Submissions by the end of their address. */
const readers: Readonly<Record<string, (body: JsonObject) => Partial<DrawingRequest> & Pick<DrawingRequest, 'action'>>> = {
  'submit/imagine': (body) => ({ action: 'IMAGINE', prompt: required(body, 'prompt') }),
  'submit/describe': (body) => {
    if (textOf(body.base64) === '' && textOf(body.link) === '') throw new WireError('base64', 'a picture')
    return { action: 'DESCRIBE' }
  },
  'submit/shorten': (body) => ({ action: 'SHORTEN', prompt: required(body, 'prompt') }),
  'submit/blend': (body) => {
    pictures(body, 'base64Array', 2, 5)
    return { action: 'BLEND' }
  },
  'submit/edits': (body) => ({ action: 'EDITS', prompt: required(body, 'prompt') }),
  'submit/video': (body) => ({ action: 'VIDEO', prompt: textOf(body.prompt), ...parent(body) }),
  'submit/upload-discord-images': (body) => {
    pictures(body, 'base64Array', 1, 10)
    return { action: 'UPLOAD', isImmediate: true }
  },
  'submit/change': readChange,
  'submit/simple-change': readSimpleChange,
  'submit/action': (body) => ({ ...pressed(required(body, 'customId')), parentId: required(body, 'taskId') }),
  'submit/modal': (body) => ({ action: 'MODAL', parentId: required(body, 'taskId'), prompt: textOf(body.prompt) }),
  'insight-face/swap': (body) => {
    for (const name of ['sourceBase64', 'targetBase64']) required(body, name)
    return { action: 'SWAP_FACE' }
  },
}

/** The ends of addresses below `/mj/` that submit something. */
export const drawingSubmissions: readonly string[] = Object.keys(readers)

/**
 * Reads a submission.
 * @param place the end of its address, such as `submit/imagine`
 * @throws WireError with the field that is wrong
 */
export function readDrawing(place: string, body: JsonObject): DrawingRequest {
  const read = readers[place]
  if (!read) throw new WireError('', 'an address that submits something')
  const request = { prompt: '', opensWindow: false, isImmediate: false, ...read(body) }
  return { ...request, model: modelOf(request.action) }
}

/** The model that an action is sold as. */
function modelOf(action: string): string {
  return action === 'SWAP_FACE' ? 'swap_face' : `mj_${action.toLowerCase()}`
}

function readChange(body: JsonObject) {
  const action = required(body, 'action').toUpperCase()
  if (!CHANGES.includes(action)) throw new WireError('action', `one of ${CHANGES.join(', ')}`)
  return { action, parentId: required(body, 'taskId'), ...(action === 'REROLL' ? {} : { index: indexOf(body.index) }) }
}

const CHANGES = ['UPSCALE', 'VARIATION', 'REROLL']

function indexOf(value: Json | undefined): number {
  const index = Number(value)
  if (![1, 2, 3, 4].includes(index)) throw new WireError('index', 'a number from 1 to 4')
  return index
}

const SHORT_CHANGES: Readonly<Record<string, string>> = { U: 'UPSCALE', V: 'VARIATION', R: 'REROLL' }

/** `<task id> U2` */
function readSimpleChange(body: JsonObject) {
  const [parentId = '', change = '', ...more] = required(body, 'content').trim().split(/\s+/)
  const [, letter = '', index] = more.length === 0 ? (/^([UVR])([1-4])?$/i.exec(change) ?? []) : []
  const action = SHORT_CHANGES[letter.toUpperCase()]
  if (!action || (action !== 'REROLL') !== (index !== undefined))
    throw new WireError('content', 'the id of a task and U1 to U4, V1 to V4 or R')
  return { action, parentId, ...(index === undefined ? {} : { index: Number(index) }) }
}

/** The words of buttons, the longer ones before those that they contain. Source: server-behaviour 9.2. */
const BUTTONS: readonly (readonly [word: string, action: string])[] = [
  ['upsample', 'UPSCALE'],
  ['high_variation', 'HIGH_VARIATION'],
  ['low_variation', 'LOW_VARIATION'],
  ['variation', 'VARIATION'],
  ['pan_', 'PAN'],
  ['reroll', 'REROLL'],
  ['customzoom', 'CUSTOM_ZOOM'],
  ['outpaint', 'ZOOM'],
  ['inpaint', 'INPAINT'],
]

/** Does a button of this action open a window, which has to be confirmed? */
export const opensWindow = (action: string): boolean => action === 'INPAINT' || action === 'CUSTOM_ZOOM'

/**
 * What a button does, by its id: `MJ::JOB::upsample::2::uuid` is the upscaling of the second picture. One that is not known here is found by
 * any of the words in it, else sold as `mj_custom`.
 */
export function pressed(customId: string): Pick<DrawingRequest, 'action' | 'opensWindow' | 'customId'> & { readonly index?: number } {
  const parts = customId.split('::')
  const at = parts[1] === 'JOB' ? 2 : 1
  const name = (parts[at] ?? '').toLowerCase()
  const found = (text: string) => BUTTONS.find(([word]) => text.includes(word))?.[1]
  const action = found(name) ?? found(customId.toLowerCase()) ?? 'CUSTOM'
  const index = action === 'UPSCALE' || action === 'VARIATION' ? Number(parts[at + 1]) : Number.NaN
  return {
    ...{ action, customId, opensWindow: opensWindow(action) },
    ...(Number.isInteger(index) && index >= 1 && index <= 4 ? { index } : {}),
  }
}

/** The submission as it goes to the proxy, without what the operator does not pass on. */
export function sentDrawing(
  body: JsonObject,
  {
    notifyHook,
    takesAccountFilter,
    keepsModes,
  }: { readonly notifyHook?: string; readonly takesAccountFilter: boolean; readonly keepsModes: boolean },
): JsonObject {
  const { model: _model, notifyHook: _hook, accountFilter, prompt, ...rest } = body
  return {
    ...rest,
    ...(prompt === undefined ? {} : { prompt: typeof prompt === 'string' && !keepsModes ? withoutModes(prompt) : prompt }),
    ...(takesAccountFilter && accountFilter !== undefined ? { accountFilter } : {}),
    ...(notifyHook === undefined ? {} : { notifyHook }),
  }
}

/** A prompt of nothing else stays as it is. */
const withoutModes = (prompt: string) => prompt.replace(/(?:^|\s)--(?:fast|relax|turbo)(?=\s|$)/gi, '') || prompt

function parent(body: JsonObject): Pick<DrawingRequest, 'parentId'> {
  const parentId = textOf(body.taskId)
  return parentId === '' ? {} : { parentId }
}

/** Ids may be numbers. */
function textOf(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function required(body: JsonObject, name: string): string {
  const text = textOf(body[name])
  if (text === '') throw new WireError(name, 'a text that is not empty')
  return text
}

function pictures(body: JsonObject, name: string, least: number, most: number): void {
  const list = body[name]
  if (!Array.isArray(list) || list.length < least || list.length > most || list.some((one) => typeof one !== 'string'))
    throw new WireError(name, least === most ? `${least} pictures` : `${least} to ${most} pictures`)
}

/** Ids in a body of `{ids}`. Throws WireError. */
export function readIds(body: Json): string[] {
  const ids = isObject(body) ? body.ids : undefined
  if (!Array.isArray(ids) || ids.length > MAX_IDS) throw new WireError('ids', `a list of at most ${MAX_IDS} ids`)
  return ids.map((id, at) => {
    const text = textOf(id)
    if (text === '') throw new WireError(`ids[${at}]`, 'an id')
    return text
  })
}

const MAX_IDS = 1000

/** What clients of the proxies write where others write a key, and then show the key as the proxy's secret. */
export const isUnkeyed = (authorization: string | undefined): boolean =>
  authorization === undefined || /^(?:(?:bearer\s+)?midjourney-proxy)?$/i.test(authorization)
