import { type DestinationStream, type LogFn, type Logger, type LoggerOptions, pino, type TransportSingleOptions } from 'pino'
import { fieldsOf } from './fields.ts'

/** Fields that may hold a secret, wherever they are in a line. */
const SECRET_FIELDS = ['authorization', 'cookie', 'key', 'password', 'secret', 'x-api-key', 'x-key', 'api-key', 'x-goog-api-key']
const REDACTED = '[redacted]'
/** Keys and bearer words inside any text. */
const SECRET_TEXT = /\b(sk-[\w-]{8,}|wat_[\w-]{8,}|Bearer\s+[\w.~+/-]{8,}=*)|([?&](?:key|api[_-]?key|token)=)[^&\s"]+/gi

/** Takes what looks like a key out of a text. */
export function redacted(text: string): string {
  return text.replace(SECRET_TEXT, (_whole, _secret, query: string | undefined) => (query ?? '') + REDACTED)
}

/**
 * The operator's log: JSON lines, or readable ones on a terminal. Nothing that looks like a secret gets in.
 * @param destination where lines go instead of the standard output
 */
export function openLogger(settings: { level: string; isPretty: boolean }, destination?: DestinationStream): Logger {
  const pretty: TransportSingleOptions = { target: 'pino-pretty', options: { translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname' } }
  const options: LoggerOptions = {
    level: settings.level,
    redact: { paths: SECRET_FIELDS.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`]), censor: REDACTED },
    serializers: { err: safeError, error: safeError },
    hooks: {
      logMethod(args, method) {
        args.forEach((argument, at) => {
          if (typeof argument === 'string') args[at] = redacted(argument)
        })
        method.apply(this, args)
      },
    },
    ...(settings.isPretty ? { transport: pretty } : {}),
  }
  return destination ? pino(options, destination) : pino(options)
}

/** What was logged as an error: its fields and its words, as the caller gave them. */
export type OnErrorLine = (line: { readonly facts: Readonly<Record<string, unknown>>; readonly words: string }) => void

/** The same log; whatever is logged as an error is told to a listener too, even where so little is written that its line is not. */
export function watchedLogger(log: Logger, onError: OnErrorLine): Logger {
  const watched: Logger = Object.create(log)
  const told =
    (level: 'error' | 'fatal'): LogFn =>
    (first: unknown, ...rest: unknown[]) => {
      onError(lineOf(first, rest[0]))
      Reflect.apply(log[level], log, [first, ...rest])
    }
  watched.error = told('error')
  watched.fatal = told('fatal')
  return watched
}

function lineOf(first: unknown, second: unknown): Parameters<OnErrorLine>[0] {
  const words = typeof second === 'string' ? second : ''
  if (typeof first === 'string') return { facts: {}, words: first }
  return first instanceof Error ? { facts: { err: first }, words: words || first.name } : { facts: fieldsOf(first), words }
}

function safeError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? redacted(error) : error
  const { name, message, stack, cause } = error
  const { code } = fieldsOf(error)
  return {
    name,
    message: redacted(message),
    ...(code === undefined ? {} : { code }),
    stack: redacted(stack ?? ''),
    ...(cause ? { cause: safeError(cause) } : {}),
  }
}
