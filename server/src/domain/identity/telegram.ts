// Telegram's login widget signs who logged in with the bot's token. Source: core.telegram.org/widgets/login, "Checking authorization".
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '@waystation/contract/errors'
import { providerTitles } from '@waystation/contract/people/sign-in'

/** The fields that Telegram signs, in the order of the alphabet; others, such as `lang`, are not its own. */
const FIELDS = ['auth_date', 'first_name', 'id', 'last_name', 'photo_url', 'username'] as const
/** How long a signed login is taken; a captured one must not work for long. */
export const TELEGRAM_LOGIN_SECONDS = 300
const CLOCK_TOLERANCE_SECONDS = 60

export type TelegramFields = Readonly<Partial<Record<(typeof FIELDS)[number] | 'hash', string | undefined>>>

export interface TelegramLogin {
  readonly id: string
  readonly hash: string
  /** Unix seconds after which it is not taken any more. */
  readonly expiresAt: number
}

/**
 * Checks what the widget sent.
 * @throws AppError sign_in_failed when it is not signed by this bot, or too old
 */
export function readTelegramLogin(fields: TelegramFields, botToken: string, nowSeconds: number): TelegramLogin {
  const { hash = '', id = '', auth_date = '' } = fields
  const signedAt = /^\d{1,12}$/.test(auth_date) ? Number(auth_date) : 0
  const isInTime = signedAt > nowSeconds - TELEGRAM_LOGIN_SECONDS && signedAt <= nowSeconds + CLOCK_TOLERANCE_SECONDS
  // A name with a line break could pass for further fields.
  const isPlain = FIELDS.every((name) => !/[\r\n]/.test(fields[name] ?? ''))
  if (botToken === '' || !isPlain || !isSigned(fields, hash, botToken) || !isInTime || !/^[1-9]\d{0,18}$/.test(id))
    throw new AppError('sign_in_failed', { provider: providerTitles.telegram })
  return { id, hash, expiresAt: signedAt + TELEGRAM_LOGIN_SECONDS }
}

/** The signature of these fields, as 64 hexadecimal digits. */
export function telegramHash(fields: TelegramFields, botToken: string): string {
  const lines = FIELDS.flatMap((name) => (fields[name] === undefined ? [] : [`${name}=${fields[name]}`]))
  return createHmac('sha256', createHash('sha256').update(botToken).digest()).update(lines.join('\n')).digest('hex')
}

function isSigned(fields: TelegramFields, hash: string, botToken: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(hash)) return false
  return timingSafeEqual(Buffer.from(hash, 'hex'), Buffer.from(telegramHash(fields, botToken), 'hex'))
}
