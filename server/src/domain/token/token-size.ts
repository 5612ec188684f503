// How much of what its owner writes a token may hold (decision D62).
import { AppError } from '@waystation/contract/errors'
import { tokenListLimits } from '@waystation/contract/people/token'

/** As they are stored. */
interface Lists {
  readonly model_limits?: string
  readonly allow_ips?: string
}

const separators = { model_limits: ',', allow_ips: '\n' } as const

/**
 * Refuses lists that are too long. One that was stored before there was a limit may become shorter.
 * @param stored the lists as they are; absent: there are none yet
 * @throws AppError token_list_too_long
 */
export function assertListSizes(lists: Lists, stored: Lists = {}): void {
  for (const name of ['model_limits', 'allow_ips'] as const) {
    const size = sizeOf(lists[name] ?? '', separators[name])
    const { items, bytes } = tokenListLimits[name]
    if (size.items <= items && size.bytes <= bytes) continue
    const before = sizeOf(stored[name] ?? '', separators[name])
    if (size.items <= before.items && size.bytes <= before.bytes) continue
    throw new AppError('token_list_too_long', { items, kilobytes: bytes / 1024 }, { fields: { [name]: 'token_list_too_long' } })
  }
}

function sizeOf(text: string, separator: string): { items: number; bytes: number } {
  return { items: text === '' ? 0 : text.split(separator).length, bytes: Buffer.byteLength(text) }
}
