import { type DestinationStream, type Logger, type LoggerOptions, pino, type TransportSingleOptions } from 'pino'
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
