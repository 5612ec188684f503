// The value of an option's field, and the text in which it is stored and sent.
import type { Option } from '@waystation/contract/options/option'
import { issueWords } from '@waystation/contract/options/option-words'
import { epayId, epayKey, payAddress, stripeSecretKey, stripeWebhookSecret } from '@waystation/contract/options/payment'
import { decodeOption, decodeTyped, encodeOption } from '@waystation/contract/options/registry'
import type { Language } from '~/i18n/language'

/** A switch is a boolean, a number a number or nothing, everything else text. */
export type FieldValue = boolean | number | string | undefined
export type FieldValues = Readonly<Record<string, FieldValue>>

/** What a field shows of a stored text. A number that cannot be read is empty, JSON is laid out in lines. */
export function fieldValue(option: Option, stored: string): FieldValue {
  switch (option.type.kind) {
    case 'flag':
      return stored === 'true'
    case 'number': {
      const value = stored.trim() === '' ? Number.NaN : Number(stored)
      return Number.isFinite(value) ? value : undefined
    }
    case 'json':
      return prettyJson(stored)
    default:
      return stored
  }
}

/** The text that is sent for a field. What is right is sent as the option writes it, such as an address without its last slash. */
export function sentText(option: Option, value: FieldValue): string {
  const text = value === undefined ? '' : String(value)
  if (option.type.kind === 'json') return text
  const decoded = decodeOption(option, text)
  return decoded.ok ? encodeOption(option, decoded.value) : text
}

/** The default as the field shows it. */
export function defaultValue(option: Option): FieldValue {
  return fieldValue(option, encodeOption(option, option.default))
}

/** Do two values of a field say the same? Layout in JSON is no difference. */
export function isSameValue(option: Option, a: FieldValue, b: FieldValue): boolean {
  return a === b || (option.type.kind === 'json' && compactJson(String(a)) === compactJson(String(b)))
}

/** What is wrong with the value of a field; undefined: nothing. */
export function problemOf(option: Option, value: FieldValue, language: Language): string | undefined {
  const decoded = decodeTyped(option, value === undefined ? '' : String(value))
  return decoded.ok ? undefined : sentence(decoded.detail[language])
}

/** What is wrong with one more item of a list; undefined: nothing. */
export function itemProblem(option: Option, item: string, others: readonly string[], language: Language): string | undefined {
  const alone = option.type.codec.safeDecode(item)
  const issue = alone.success ? undefined : alone.error.issues[0]
  if (issue) return sentence(issueWords({ ...issue, path: [] })[language])
  return problemOf(option, [...others, item].join(','), language)
}

// What opens a way to pay is of no use before the address of this server is known: payment services send notices and buyers back to it.
const opensPayment: readonly string[] = [payAddress, epayId, epayKey, stripeSecretKey, stripeWebhookSecret].map(({ key }) => key)

/** Does this option wait for the server address? */
export const opensPay = (key: string): boolean => opensPayment.includes(key)

/** Must the server address be filled in before this option may have this value? @param storedAddress as it is stored */
export function needsAddressFirst(key: string, value: FieldValue, storedAddress: string): boolean {
  return opensPayment.includes(key) && storedAddress === '' && (value ?? '') !== ''
}

const sentence = (words: string) => words.slice(0, 1).toUpperCase() + words.slice(1)

function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** An empty list or object is the same as nothing. */
function compactJson(text: string): string {
  try {
    const json = JSON.stringify(JSON.parse(text))
    return json === '{}' || json === '[]' ? '' : json
  } catch {
    return text
  }
}
