// A plan as people read it: lists and maps by what is in them, long texts by their length.
import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../lib/fields.ts'
import type { Change } from './change.ts'
import { nameOfType } from './channel-fields.ts'
import type { Problem } from './document.ts'
import type { Plan } from './plan.ts'

const TEXT_MAX = 80
/** Names of what stays, at most. */
const NAMES_MAX = 10

export function planLines(plan: Plan): string[] {
  const { options, channels } = plan
  const created = channels.filter(({ id }) => id === undefined).length
  const counts = [
    counted(options.length, 'setting', 'to change'),
    counted(created, 'channel', 'to create'),
    counted(channels.length - created, 'channel', 'to change'),
  ]
  return [
    ...options.flatMap(({ change }) => changeLines('~ ', `options ${change.field}`, change)),
    ...channels.flatMap(({ name, id, changes }) => [
      `${id === undefined ? '+' : '~'} channels ${JSON.stringify(name)}`,
      ...changes.flatMap((change) => changeLines('    ', change.field, change, id === undefined)),
    ]),
    ...keptLines(plan),
    options.length + channels.length === 0 ? 'Nothing would change.' : `${counts.join(', ')}.`,
  ]
}

/** @param file as it was named */
export function problemLines(problems: readonly Problem[], file: string): string[] {
  const sorted = problems.toSorted((one, other) => one.line - other.line)
  return sorted.map(({ line, place, message }) => `${file}:${line}: ${place === '' ? '' : `${place}: `}${message}`)
}

function changeLines(start: string, name: string, change: Change, isNew = false): string[] {
  if ('is_secret' in change) return [`${start}${name}: ${isNew ? 'given' : 'changed'} (a secret)`]
  const { before, after } = change.field === 'type' ? { before: typeName(change.before), after: typeName(change.after) } : change
  const parts = partsOf(before, after)
  return parts
    ? [`${start}${name}: ${parts.join(', ')}`]
    : [`${start}${name}: ${before === undefined ? '' : `${short(before)} → `}${short(after)}`]
}

/** What came and what went; undefined where neither is a list or a map. */
function partsOf(before: unknown, after: unknown): string[] | undefined {
  if (Array.isArray(after)) {
    const own: readonly unknown[] = Array.isArray(before) ? before : []
    const has = (list: readonly unknown[], item: unknown) => list.some((one) => isDeepStrictEqual(one, item))
    const parts = [
      ...after.filter((item) => !has(own, item)).map((item) => `+ ${short(item)}`),
      ...own.filter((item) => !has(after, item)).map((item) => `- ${short(item)}`),
    ]
    return parts.length > 0 ? parts : ['another order']
  }
  if (!isRecord(after)) return undefined
  const own = isRecord(before) ? before : {}
  const names = [...new Set([...Object.keys(own), ...Object.keys(after)])]
  return names.flatMap((name) => {
    if (!Object.hasOwn(own, name)) return `+ ${name}: ${short(after[name])}`
    if (!Object.hasOwn(after, name)) return `- ${name}`
    return isDeepStrictEqual(own[name], after[name]) ? [] : `~ ${name}: ${short(own[name])} → ${short(after[name])}`
  })
}

function short(value: unknown): string {
  const text = typeof value === 'string' && /^[^\s"]+$/.test(value) ? value : JSON.stringify(value)
  return text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX)}… (${text.length} characters)`
}

const typeName = (type: unknown): unknown => (typeof type === 'number' ? nameOfType(type) : type)

function keptLines({ kept }: Plan): string[] {
  const lines: string[] = []
  if (kept.options.length > 0)
    lines.push(`${counted(kept.options.length, 'changed setting', 'not in the file')}: kept as they are: ${named(kept.options)}`)
  if (kept.channels.length > 0)
    lines.push(`${counted(kept.channels.length, 'channel', 'not in the file')}: kept as they are: ${named(kept.channels)}`)
  return lines
}

const named = (names: readonly string[]): string =>
  names.slice(0, NAMES_MAX).join(', ') + (names.length > NAMES_MAX ? ` and ${names.length - NAMES_MAX} more` : '')

const counted = (count: number, noun: string, what: string): string => `${count} ${noun}${count === 1 ? '' : 's'} ${what}`
