import { type StatusTable, statusEntry } from '@waystation/contract/site/status-table'
import { useText } from '../../i18n/index.ts'
import { statusKey, Tag } from './Tag.tsx'

/** What needs a person gets a filled tag; everything else is a dot, or plain text, and stays quiet. */
const loud = new Set([
  'channel.autoDisabled',
  'log.error',
  'log.topUp',
  'log.management',
  'log.system',
  'log.checkIn',
  'user.banned',
  'role.admin',
  'role.root',
])
const plain = new Set(['log.consumption', 'role.ordinary'])

export interface StatusTagProps {
  /** Which table of the contract the number is from. */
  readonly of: StatusTable
  readonly value: number
  /** More detail than the status: "Enabled: limited models". */
  readonly label?: string | undefined
  /** Tooltip, such as why a channel was disabled. */
  readonly title?: string | undefined
}

/** A numeric status by name and tone. A number that no table knows reads "unknown". */
export function StatusTag({ of, value, label, title }: StatusTagProps) {
  const t = useText()
  const entry = statusEntry(of, value)
  const words = label ?? t(statusKey(of, value) ?? 'status.unknown')
  const key = `${of}.${entry?.name}`
  const tone = entry?.tone ?? 'neutral'
  if (loud.has(key)) {
    return (
      <Tag tone={tone} hasDot={of === 'channel'} title={title}>
        {words}
      </Tag>
    )
  }
  if (plain.has(key)) return <span title={title}>{words}</span>
  return (
    <span className="status" title={title}>
      <i className="dot" style={{ background: `var(--${tone}Dot)` }} />
      {words}
    </span>
  )
}
