// A world whose vendors keep files: two channels of OpenAI with two keys each, one of Anthropic and one of Google.
import { parseJson } from '@waystation/wire/encoding/json'
import { type FileVendor, openFileVendor } from '../../../testing/fake-files/fake-file-vendor.ts'
import { openPayers, type Payer, type Payers } from '../../testing/payers.ts'
import { openWorld, type World, type WorldOptions } from '../../testing/world.ts'

/** Served by both channels of OpenAI. */
export const SHARED = 'gpt-4o'
/** Served by the first only. */
export const FIRST = 'gpt-4o-mini'
/** Served by the second only, which is tried first. */
export const SECOND = 'gpt-4.1'
export const CLAUDE = 'claude-sonnet-4-6'
export const GOOGLE = 'gemini-2.5-pro'

export const FIRST_KEYS = ['first-key-1', 'first-key-2']
export const SECOND_KEYS = ['second-key-1', 'second-key-2']
export const CLAUDE_KEY = 'claude-key'
export const GOOGLE_KEY = 'google-key'

export interface FileWorld {
  readonly world: World
  readonly vendor: FileVendor
  readonly payers: Payers
  readonly first: number
  readonly second: number
  close(): Promise<void>
}

/** Opens it. Close it in the test's end. @param now the vendors' clock, unix milliseconds */
export async function openFileWorld(options: WorldOptions = {}, now?: () => number): Promise<FileWorld> {
  const vendor = await openFileVendor([...FIRST_KEYS, ...SECOND_KEYS, CLAUDE_KEY, GOOGLE_KEY], now)
  const ratios = { [SHARED]: 1, [FIRST]: 1, [SECOND]: 1, [CLAUDE]: 1, [GOOGLE]: 1 }
  const world = await openWorld({ channel: null, ratios, ...options })
  const at = { base_url: vendor.url, priority: 0 }
  const first = await world.addChannel({ ...at, name: 'first', type: 1, key: FIRST_KEYS.join('\n'), models: `${SHARED},${FIRST}` })
  const keys = SECOND_KEYS.join('\n')
  const second = await world.addChannel({ ...at, name: 'second', type: 1, key: keys, models: `${SHARED},${SECOND}`, priority: 10 })
  await world.addChannel({ ...at, name: 'claude', type: 14, key: CLAUDE_KEY, models: CLAUDE })
  await world.addChannel({ ...at, name: 'google', type: 24, key: GOOGLE_KEY, models: GOOGLE })
  const payers = await openPayers(world)
  const close = async () => {
    await payers.close()
    await world.close()
    await vendor.close()
  }
  return { world, vendor, payers, first, second, close }
}

/** An answer, with its body read. */
export interface FileReply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: Record<string, unknown>
  /** Of a refusal, ours or the vendor's; empty: it is none. */
  readonly code: string
}

/** Makes a request with a user's key. */
export async function ask(
  { world }: Pick<FileWorld, 'world'>,
  { key }: Pick<Payer, 'key'>,
  line: string,
  { body, headers = {} }: { readonly body?: FormData | object | string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<FileReply> {
  const [method = 'GET', path = '/'] = line.split(' ')
  const isJson = body !== undefined && typeof body !== 'string' && !(body instanceof FormData)
  const response = await fetch(world.url + path, {
    method,
    headers: {
      ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as FormData | string) }),
  })
  const text = await response.text()
  const json = (parseJson(text) ?? {}) as Record<string, unknown>
  const error = (json.error ?? {}) as { code?: unknown; details?: unknown }
  const code = String(error.code ?? '')
  return { status: response.status, headers: response.headers, text, json, code }
}

/** A form with a file, as OpenAI has it. */
export function fileForm(content: string | Uint8Array<ArrayBuffer> = 'the words of a file', purpose = 'user_data'): FormData {
  const form = new FormData()
  form.set('purpose', purpose)
  form.set('file', new File([content], 'notes.txt', { type: 'text/plain' }))
  return form
}

/** Sends a file, and answers its id. @param query such as `?model=gpt-4o` */
export async function upload(at: Pick<FileWorld, 'world'>, payer: Pick<Payer, 'key'>, query = '', form = fileForm()): Promise<string> {
  const answer = await ask(at, payer, `POST /v1/files${query}`, { body: form })
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`)
  return String(answer.json.id)
}

/** A chat call that names these files. */
export const naming = (model: string, ...ids: readonly string[]): object => ({
  model,
  messages: [{ role: 'user', content: [{ type: 'text', text: 'q' }, ...ids.map((file_id) => ({ type: 'file', file: { file_id } }))] }],
})
