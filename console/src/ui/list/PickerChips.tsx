import { useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { CloseIcon } from '../icons.ts'
import type { PickerProps } from './picker-props.ts'
import type { Selection } from './selection.ts'

interface PickerChipsProps<Row> extends Pick<PickerProps<Row>, 'picked' | 'nameOf' | 'idOf'> {
  readonly selection: Selection<Row>
}

/** More than these stand behind a button. */
const MAX_CHIPS = 8

/** What is picked, each with a cross; of many the first few, and a button for the others. */
export function PickerChips<Row>({ picked, nameOf, idOf, selection }: PickerChipsProps<Row>) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  if (picked.size === 0) return null
  const rows = [...picked.values()]
  const shown = isOpen || rows.length <= MAX_CHIPS + 1 ? rows : rows.slice(0, MAX_CHIPS)
  const more = rows.length - shown.length
  return (
    <ul className="picker-chips">
      {shown.map((row) => (
        <li key={idOf(row)} className="picker-chip">
          <span className="ellipsis">{nameOf(row)}</span>
          <button type="button" aria-label={t('kit.picker.remove', { name: nameOf(row) })} onClick={() => selection.drop(row)}>
            <CloseIcon />
          </button>
        </li>
      ))}
      {(more > 0 || isOpen) && (
        <li>
          <button type="button" className="picker-text" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {more > 0 ? t('kit.picker.more', { count: more }) : t('action.collapse')}
          </button>
        </li>
      )}
      <li>
        <button type="button" className="picker-text" onClick={selection.clear}>
          {t('table.clearSelection')}
        </button>
      </li>
    </ul>
  )
}
