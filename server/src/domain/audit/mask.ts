// Many people read the audit log, and it is never deleted, so it must hold no secret (controls 31 and 61).
import { shownAddress } from '../../lib/net/shown-address.ts'
import { storableText } from '../../lib/text/storable.ts'

const MASK = '***'
/** Of a name in its plain spelling: `x-api-key`, `X-Api-Key` and `xApiKey` are `x_api_key`. */
const SECRET_NAME =
  /pass(word|wd)?\d*$|secret|(^|_)key$|apikey$|^keys$|(^|_)token$|(verification|notification)_code|authorization|cookie|^code$|^passkey$/
/** Addresses of which only the host is written down: the rest may contain a token. */
const ADDRESS_NAME = /^webhook_url$/
const SECRET_TEXT =
  /\bsk-[A-Za-z0-9_-]{8,}|\bwat_[A-Za-z0-9_-]{8,}|\bBearer\s+\S+|(?<=:\/\/)[^\s/@]+(?=@)|(?<=[?&][\w.-]{0,30}(?:[Kk]ey|[Tt]oken|[Ss]ecret|[Pp]assword)=)[^&#\s"']+/g
/** Longer texts (a system prompt, a list of models) are cut. */
const TEXT_MAX = 2000
const DEEPEST = 12

/** A copy without secrets: by the name of a field, and by the look of a text. */
export function maskSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return maskText(value, depth)
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEEPEST) return MASK
  if (Array.isArray(value)) return value.map((item) => maskSecrets(item, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, maskField(plainName(name), item, depth + 1)]))
}

function maskField(name: string, value: unknown, depth: number): unknown {
  if (SECRET_NAME.test(name) && value !== '') return MASK
  return ADDRESS_NAME.test(name) && typeof value === 'string' ? shownAddress(value) : maskSecrets(value, depth)
}

const plainName = (name: string): string =>
  name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .replace(/[-. ]/g, '_')
    .toLowerCase()

/** Settings travel as JSON in a text; their names are looked at too. */
function maskText(text: string, depth: number): string {
  const inner = depth < DEEPEST && /^\s*[[{]/.test(text) ? parsed(text) : undefined
  const masked = inner === undefined ? text : JSON.stringify(maskSecrets(inner, depth + 1))
  return storableText(masked.replace(SECRET_TEXT, MASK), TEXT_MAX)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
