// What is kept of an unexpected error: where it came up and what it is, never what a caller sent, a secret, or where this program lies.
import { createHash } from 'node:crypto'
import { fieldsOf } from '../../lib/fields.ts'
import { scrubber } from '../../lib/scrub.ts'
import { storableText } from '../../lib/text/storable.ts'

/** An error as it is told from others: those of one `id` are one kind. */
export interface ErrorKind {
  readonly id: string
  /** What failed, in the words of the log. */
  readonly place: string
  /** The class of the error; empty: the log names none. */
  readonly name: string
  readonly code: string
  readonly message: string
  /** Frames of the stack, one a line. */
  readonly stack: string
}

/** A line of the log, as it was told. */
export interface LoggedError {
  readonly facts: Readonly<Record<string, unknown>>
  readonly words: string
}

const MAX_NAME = 100
const MAX_PLACE = 190
const MAX_MESSAGE = 300
const MAX_FRAMES = 8
const MAX_CAUSE_FRAMES = 3
const MAX_FRAME = 200
/** Characters of a message that are looked at. */
const READ_MESSAGE = 2000

const LEFT_OUT = '…'
const scrub = scrubber({ keys: [], names: [], urls: [] })

/** The error of a line of the log; undefined where it has none. */
export function errorOf({ err, error }: LoggedError['facts']): Error | undefined {
  if (err instanceof Error) return err
  return error instanceof Error ? error : undefined
}

/** Tells kinds apart for a short while, and costs next to nothing. */
export function roughKind({ facts, words }: LoggedError): string {
  const error = errorOf(facts)
  if (!error) return `${words} ${String(facts.job ?? '')}`
  const stack = error.stack ?? ''
  const at = stack.indexOf('\n    at ')
  return `${words} ${String(facts.job ?? '')} ${error.name} ${codeOf(error)} ${at < 0 ? '' : stack.slice(at, at + MAX_FRAME)}`
}

export function describeError({ facts, words }: LoggedError): ErrorKind {
  const error = errorOf(facts)
  const job = typeof facts.job === 'string' ? ` (${facts.job})` : ''
  const place = storableText(cleanMessage(words) + job, MAX_PLACE)
  if (!error) return { id: fingerprint([place]), place, name: '', code: '', message: '', stack: '' }
  const [name, code] = [storableText(String(error.name), MAX_NAME), codeOf(error)]
  const frames = framesOf(error)
  const own = frames.find(isOwn) ?? frames[0]
  return {
    // Neither the message nor a line's number: both change while the mistake stays the same.
    id: fingerprint([place, name, code, own?.called ?? '']),
    place,
    name,
    code,
    message: storableText(cleanMessage(String(error.message), error), MAX_MESSAGE),
    stack: storableText([...shown(frames, MAX_FRAMES), ...causeOf(error)].join('\n'), (MAX_FRAMES + MAX_CAUSE_FRAMES + 2) * MAX_FRAME),
  }
}

const fingerprint = (parts: readonly string[]): string => createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32)

function codeOf(error: Error): string {
  const { code, errno } = fieldsOf(error)
  const told = code ?? errno
  return typeof told === 'string' || typeof told === 'number' ? storableText(String(told), MAX_NAME) : ''
}

/** In engines' own words these name a property or a variable of the program. */
const namesCode = (error: Error | undefined): boolean => error instanceof TypeError || error instanceof ReferenceError

const QUOTE = /["'`“”‘’]/
const LAST_QUOTE = /["'`“”‘’](?=[^"'`“”‘’]*$)/
const CODE_NAME = /^'[\w$]{1,40}'$/
const MAIL_ADDRESS = /[^\s@<>]{1,64}@[^\s@<>]{1,253}/g
const LONG_WORD = /\S{48,}/g
const PATH = /(?<![\w./:])(?:\/[\w@+.-]{1,255})+(?=\/)/g

/**
 * The first line of a message, without secrets and without whatever it quotes: parsers and databases quote what they were given.
 * @param error whose message it is
 */
export function cleanMessage(message: string, error?: Error): string {
  const [line = ''] = message.slice(0, READ_MESSAGE).split('\n', 1)
  return scrub(withoutQuoted(line, error)).replace(MAIL_ADDRESS, LEFT_OUT).replace(PATH, LEFT_OUT).replace(LONG_WORD, LEFT_OUT)
}

/** From the first quotation mark to the last: what is quoted may have such marks in it. */
function withoutQuoted(line: string, error: Error | undefined): string {
  const [first, last] = [line.search(QUOTE), line.search(LAST_QUOTE)]
  if (first < 0) return line
  const quoted = line.slice(first, last + 1)
  if (namesCode(error) && CODE_NAME.test(quoted)) return line
  // One mark alone: the message was cut, or it is an apostrophe.
  return last === first ? line.slice(0, first) + LEFT_OUT : line.slice(0, first) + LEFT_OUT + line.slice(last + 1)
}

interface Frame {
  /** The function; empty: none is named. */
  readonly called: string
  /** File, line and column. */
  readonly at: string
}

const shown = (frames: readonly Frame[], most: number): string[] =>
  frames.slice(0, most).map(({ called, at }) => (called === '' ? at : `${called} (${at})`).slice(0, MAX_FRAME))

const isOwn = ({ at }: Frame): boolean =>
  !at.startsWith('node:') && (!at.startsWith('node_modules/') || at.startsWith('node_modules/waystation/'))

/** The error behind it, if there is one. */
function causeOf({ cause }: Error): string[] {
  if (!(cause instanceof Error)) return []
  const code = codeOf(cause)
  const head = `${cause.name}${code === '' ? '' : ` ${code}`}: ${cleanMessage(String(cause.message), cause)}`
  return [`Caused by ${head}`.slice(0, MAX_MESSAGE), ...shown(framesOf(cause), MAX_CAUSE_FRAMES)]
}

function framesOf({ stack = '' }: Error): Frame[] {
  return stack.split('\n').flatMap((line) => {
    const text = line.trim()
    return text.startsWith('at ') ? frameOf(text.slice(3)) : []
  })
}

function frameOf(text: string): Frame[] {
  const open = text.endsWith(')') ? text.lastIndexOf('(') : -1
  const at = shortPlace(open < 0 ? text.replace(/^async /, '') : text.slice(open + 1, -1))
  return at === undefined ? [] : [{ called: open < 0 ? '' : text.slice(0, open).trim(), at }]
}

const SOURCES = ['/server/src/', '/wire/src/', '/contract/src/']

/** A place in a file without the folders of this machine; undefined: it is in no file. */
function shortPlace(place: string): string | undefined {
  if (place.startsWith('node:')) return place
  const path = place.replace(/^file:\/\//, '')
  if (!path.startsWith('/')) return undefined
  const inPackage = path.lastIndexOf('/node_modules/')
  if (inPackage >= 0) return path.slice(inPackage + 1)
  const source = SOURCES.map((folder) => path.indexOf(folder)).find((start) => start >= 0)
  return source === undefined ? path.split('/').slice(-2).join('/') : path.slice(source + 1)
}
