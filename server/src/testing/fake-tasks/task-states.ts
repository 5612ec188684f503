// The states of scripted tasks, and what proxies have done wrong: on the wire, in lists and with files.
import { type Step, scenario, step } from '../fakes/fake-provider-script.ts'

/** How a task stands, as its proxy tells it. */
export interface TaskState {
  readonly status: string
  /** Such as `50%`; absent: as usual in this state. */
  readonly progress?: string
  readonly reason?: string
  /** Fields that are told in place of the task's own; one that is undefined is missing. */
  readonly told?: Readonly<Record<string, unknown>>
}

export const state = {
  notStarted: { status: 'NOT_START' },
  submitted: { status: 'SUBMITTED' },
  queued: { status: 'QUEUED' },
  running: (percent = 50) => ({ status: 'IN_PROGRESS', progress: `${percent}%` }),
  succeeded: { status: 'SUCCESS' },
  failed: (reason: string) => ({ status: 'FAILURE', reason }),
} as const

/** The usual progress; a drawing that has failed is told without one. */
export const progressOf = ({ status, progress }: TaskState, ofFailure: string): string =>
  progress ?? { SUCCESS: '100%', FAILURE: ofFailure, IN_PROGRESS: '50%' }[status] ?? '0%'

export const isOver = ({ status }: TaskState): boolean => status === 'SUCCESS' || status === 'FAILURE'

/** Answers that are none. */
export const brokenAnswers = {
  silent: [step.hang()],
  reset: [step.reset()],
  failing: scenario.reply(500, { timestamp: '2026-11-27T12:00:00.000+00:00', status: 500, error: 'Internal Server Error', path: '/' }),
  html: scenario.reply(200, '<html><body><h1>Just a moment...</h1></body></html>'),
  truncated: [step.head(200, { 'content-type': 'application/json', 'content-length': 400 }), step.text('[{"id":"17'), step.cut()],
} satisfies Record<string, readonly Step[]>

/** Lists that are wrong. */
export const brokenLists = {
  repeated: (told: readonly object[]) => told.flatMap((one) => [one, one]),
  with:
    (...others: readonly object[]) =>
    (told: readonly object[]) => [...others, ...told],
  /** Numbers as texts, texts as numbers, and the rest as nothing. */
  retyped: (told: readonly object[]) =>
    told.map((one) => Object.fromEntries(Object.entries(one).map(([name, value]) => [name, retyped(name, value)]))),
  noList: (told: readonly object[]) => ({ tasks: told }),
}

function retyped(name: string, value: unknown): unknown {
  if (/^(task_)?id$/.test(name)) return value
  if (typeof value === 'string') return 7
  return typeof value === 'number' ? String(value) : {}
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const MEGABYTE = 1024 * 1024
const PICTURE_TYPE = { 'content-type': 'image/png' }

/** Files in place of pictures. */
export const brokenFiles = {
  wrongType: [step.head(200, { 'content-type': 'text/plain' }), step.bytes(PNG_SIGNATURE), step.end()],
  html: scenario.reply(200, '<script>alert(document.cookie)</script>'),
  /** A page that says of itself that it is a picture. */
  disguised: scenario.reply(200, '<script>alert(document.cookie)</script>', PICTURE_TYPE),
  huge: (bytes: number): readonly Step[] => {
    const whole = Buffer.alloc(bytes)
    PNG_SIGNATURE.copy(whole)
    return [step.head(200, { ...PICTURE_TYPE, 'content-length': bytes }), step.bytes(whole, { splitEvery: MEGABYTE }), step.end()]
  },
  endless: [step.head(200, PICTURE_TYPE), step.bytes(PNG_SIGNATURE), step.endless('\0'.repeat(MEGABYTE))],
  redirect: (location: string): readonly Step[] => scenario.reply(302, '', { location }),
  missing: scenario.reply(404, 'This content is no longer available.'),
}
