// A channel of the file, read by the contract's schema. Everything that is wrong in it is noted.
import { ChannelDraft } from '@waystation/contract/channels/channel'
import { withTarget } from '@waystation/contract/channels/channel-address'
import { maskedProxy } from '@waystation/contract/channels/channel-setting'
import { errorMessage, isErrorCode } from '@waystation/contract/errors'
import { issueWords } from '@waystation/contract/options/option-words'
import { channelStatus } from '@waystation/contract/site/status-table'
import type { z } from 'zod'
import { isRecord } from '../../lib/fields.ts'
import { typeOfName } from './channel-fields.ts'
import type { ConfigDocument, Path } from './document.ts'
import type { References } from './references.ts'

const maps = ['model_mapping', 'status_code_mapping', 'setting', 'param_override']
const lists = ['models', 'group', 'groups', 'tag']
const statuses: ReadonlyMap<unknown, number> = new Map<unknown, number>([
  ['enabled', channelStatus.enabled],
  ['disabled', channelStatus.disabled],
  [channelStatus.enabled, channelStatus.enabled],
  [channelStatus.disabled, channelStatus.disabled],
])

/** What is wrong with a field, and where in it. */
interface Fault {
  readonly fault: string
  readonly at?: Path
}

interface ReadChannel {
  readonly draft: ChannelDraft
  /** Fields that are left out of it, since what is wrong in them is noted. */
  readonly unread: ReadonlySet<string>
}

/** The draft that entry `index` of the list means; undefined, with what is wrong noted, where it is none. */
export function readChannel(document: ConfigDocument, index: number, given: unknown, references: References): ReadChannel | undefined {
  const path = ['channels', index]
  const fields = document.mapAt(path, given)
  if (!fields) return undefined
  const unread = new Set<string>()
  const sent: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    // What is left empty is as if it were not there.
    if (value === null) continue
    const read: { readonly sent: unknown } | Fault = Object.hasOwn(ChannelDraft.shape, name)
      ? sentForm(name, value, references)
      : { fault: 'there is no such field' }
    if ('sent' in read) {
      sent[name] = read.sent
      continue
    }
    unread.add(name)
    document.note([...path, name, ...(read.at ?? [])], read.fault)
  }
  for (;;) {
    const draft = ChannelDraft.safeParse(sent)
    if (draft.success) return { draft: withTarget(draft.data, draft.data.type), unread }
    const wrong = noteIssues(document, path, { issues: draft.error.issues, sent, unread })
    if (wrong.length === 0) return undefined
    for (const name of wrong) delete sent[name]
  }
}

/** @returns fields whose value is at fault, which are not missing */
function noteIssues(
  document: ConfigDocument,
  path: Path,
  { issues, sent, unread }: { issues: readonly z.core.$ZodIssue[]; sent: Readonly<Record<string, unknown>>; unread: Set<string> },
): string[] {
  return issues.flatMap((issue) => {
    const [name = '', ...inside] = issue.path.flatMap((part) => (part === 'value' ? [] : typeof part === 'number' ? part : String(part)))
    const [field, isMissing] = [String(name), !Object.hasOwn(sent, name)]
    if (!unread.has(field)) document.note([...path, name, ...inside], isMissing ? errorMessage('field_required', {}, 'en') : wordsOf(issue))
    unread.add(field)
    return isMissing ? [] : [field]
  })
}

/** A field as the API takes it. */
function sentForm(name: string, value: unknown, references: References): { readonly sent: unknown } | Fault {
  if (name === 'key') return secret(references(value))
  if (name === 'setting' && isRecord(value)) return settingForm(value, references)
  if (maps.includes(name))
    return isRecord(value) ? { sent: JSON.stringify(name === 'status_code_mapping' ? texts(value) : value) } : { fault: 'must be a map' }
  if (name === 'type' && typeof value === 'string') {
    const type = typeOfName(value)
    return type === undefined
      ? { fault: `there is no provider called ${value}: write its name as the console has it, or its number` }
      : { sent: type }
  }
  if (name === 'status') {
    const status = statuses.get(value)
    return status === undefined ? { fault: 'must be enabled or disabled' } : { sent: status }
  }
  if (lists.includes(name) && Array.isArray(value)) {
    return value.every((item) => typeof item === 'string' || typeof item === 'number')
      ? { sent: value.join(',') }
      : { fault: 'must be a list of names' }
  }
  return { sent: value }
}

function settingForm({ proxy, ...setting }: Readonly<Record<string, unknown>>, references: References): { readonly sent: unknown } | Fault {
  if (proxy === undefined || proxy === null) return { sent: JSON.stringify(setting) }
  const at = ['proxy']
  if (typeof proxy === 'string') {
    if (maskedProxy(proxy) !== proxy)
      return { at, fault: 'its password is a secret: name the whole address by {env: NAME} or {file: PATH}' }
    return { sent: JSON.stringify({ ...setting, proxy }) }
  }
  const read = references(proxy)
  return read.fault === undefined ? { sent: JSON.stringify({ ...setting, proxy: read.text }) } : { at, fault: read.fault }
}

const secret = (read: ReturnType<References>) => (read.fault === undefined ? { sent: read.text } : { fault: read.fault })

/** Codes may be written as numbers. */
const texts = (map: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]))

/** The contract's own rules give codes of errors as their messages. */
const wordsOf = (issue: z.core.$ZodIssue): string =>
  isErrorCode(issue.message) ? errorMessage(issue.message, {}, 'en') : issueWords({ ...issue, path: [] }).en
