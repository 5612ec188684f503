// Names of fields and their values, as people read them.
import { type StatusTable, statusEntry, statusTables } from '@waystation/contract/site/status-table'
import { type Text, type TextKey, useLanguage, useText } from '~/i18n'
import { timeText, useQuotaFormat } from '~/ui/kit'
import { fieldWords } from './audit-fields.ts'

/** How a field of an entry is written, by its path. */
export interface AuditValues {
  /** Undefined: the field has no words, and stands as it is stored. */
  readonly name: (field: string) => string | undefined
  readonly value: (field: string, text: string) => string
}

/** @param kind what the entry was done to: numbers of states differ by it */
export function useAuditValues(kind: string | undefined): AuditValues {
  const t = useText()
  const language = useLanguage()
  const money = useQuotaFormat()
  return {
    name: (field) => (Object.hasOwn(fieldWords, last(field)) ? t(fieldWords[last(field) as keyof typeof fieldWords]) : undefined),
    value(field, text) {
      const name = last(field)
      const number = Number(text)
      if (text === 'true' || text === 'false') return t(text === 'true' ? 'audit.on' : 'audit.off')
      if (text.trim() === '' || !Number.isFinite(number)) return text
      if (/(^|_)quota$/.test(name)) return money(number, 'exact')
      if (/_(time|at)$/.test(name) && number === -1) return t('time.never')
      if (/_(time|at)$/.test(name) && number > 0) return timeText(number, 'full', language)
      if (name === 'role') return stateText(t, 'role', number) ?? text
      return (name === 'status' && stateText(t, tableOf(kind), number)) || text
    },
  }
}

const last = (field: string): string => field.split('.').at(-1) ?? ''

function tableOf(kind: string | undefined): StatusTable {
  if (kind === 'code') return 'redemption'
  return kind !== undefined && Object.hasOwn(statusTables, kind) ? (kind as StatusTable) : 'user'
}

function stateText(t: Text, table: StatusTable, value: number): string | undefined {
  const entry = statusEntry(table, value)
  return entry && t(`status.${table}.${entry.name}` as TextKey)
}
