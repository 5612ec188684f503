// All options there are. A key stands here once; what is not here cannot be read or written.
import { z } from 'zod'
import * as appearance from './appearance.ts'
import * as checkIn from './check-in.ts'
import * as claude from './claude.ts'
import * as gemini from './gemini.ts'
import * as global from './global.ts'
import * as login from './login.ts'
import * as oidc from './oidc.ts'
import * as operation from './operation.ts'
import type { Option } from './option.ts'
import * as payment from './payment.ts'
import * as pricing from './pricing.ts'
import * as rateLimit from './rate-limit.ts'
import * as relay from './relay.ts'
import * as smtp from './smtp.ts'

/** The options by subject, each subject by key, in the order of docs/options.md. */
export const optionSubjects: Readonly<Record<string, readonly Option[]>> = {
  'Login and registration': sorted(login),
  'OpenID Connect': sorted(oidc),
  Mail: sorted(smtp),
  'Addresses and payment': sorted(payment),
  Appearance: sorted(appearance),
  Operation: sorted(operation),
  'Check-in and invitation': sorted(checkIn),
  Pricing: sorted(pricing),
  'Rate limit': sorted(rateLimit),
  Gemini: sorted(gemini),
  Claude: sorted(claude),
  'All model calls': sorted(global),
  'Time, size and ends of model calls': sorted(relay),
}

export const options: readonly Option[] = Object.values(optionSubjects).flat()

const byKey = new Map(options.map((option) => [option.key, option]))
if (byKey.size !== options.length) {
  const keys = options.map((option) => option.key)
  throw new Error(`options declared twice: ${keys.filter((key, index) => keys.indexOf(key) !== index)}`)
}

/** The option of a key; undefined when there is none. */
export function optionByKey(key: string): Option | undefined {
  return byKey.get(key)
}

/** `code` is the error to answer with; `detail` says in English words what is wrong, for `bad_option`. */
export type DecodedOption<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly code: 'bad_option' | 'not_json' | 'bad_url'; readonly detail: string }

/** Reads the text of an option, as it is stored and sent, within the rules of its type. Never throws. */
export function decodeOption<Value>(option: Option<Value>, text: string): DecodedOption<Value> {
  const read = z.safeDecode(option.type.codec, text)
  if (read.success) return { ok: true, value: read.data }
  const issue = read.error.issues[0]
  const message = issue?.message ?? ''
  const where = issue?.path.length ? `${issue.path.join('.')}: ` : ''
  return {
    ok: false,
    code: message === 'not_json' || message === 'bad_url' ? message : 'bad_option',
    detail: where + (words[message] ?? message),
  }
}

/**
 * The text in which a value is stored and sent.
 * @throws ZodError when the value is outside the rules of the option's type
 */
export function encodeOption<Value>(option: Option<Value>, value: Value): string {
  return z.encode(option.type.codec, value)
}

/** By key, because the order of a module's exports is not that of its text and differs from one loader to another. */
function sorted(subject: Readonly<Record<string, Option>>): Option[] {
  return Object.values(subject).toSorted((a, b) => (a.key.toLowerCase() < b.key.toLowerCase() ? -1 : 1))
}

/** Words for the messages that our own rules give. */
const words: Readonly<Record<string, string>> = {
  not_json: 'not a valid JSON string',
  not_a_number: 'a number is expected',
  bad_url: 'an address starting with http:// or https:// is expected',
  bad_chat:
    'a chat link starts with https://, with http:// on localhost only, or with the scheme of a program such as ama://; ' +
    'its host holds no user name and no {place}',
  bad_name: 'this name is not allowed',
  bad_domain: 'a domain such as example.com is expected',
  bad_pattern: 'not a valid regular expression, or longer than 512 characters',
  bad_status: 'a status (429), a family (5xx) or a range (500-503) is expected',
  bad_header: 'this header is not allowed',
  bad_threshold: 'a threshold such as BLOCK_NONE is expected',
  bad_version: 'a version such as v1beta is expected',
  one_entry: 'exactly one name with one address is expected',
  virtual_blank: 'a virtual model must have a name',
  virtual_nested: 'a virtual model cannot be made of virtual models',
  actual_repeated: 'an actual model may stand only once',
}
