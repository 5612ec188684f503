import type { ComponentProps } from 'react'
import { useText } from '../../i18n/index.ts'
import { CloseIcon, PlusIcon } from '../icons.ts'

interface FilterChipProps extends Omit<ComponentProps<'span'>, 'onClick'> {
  readonly label: string
  /** '' when not set: the chip is then dashed, with a plus. */
  readonly value: string
  readonly onClear: () => void
  readonly onClick?: ComponentProps<'button'>['onClick']
}

/** A filter as a chip: `Name value ×` when it is set, `+ Name` when it is not. A popover hangs on it. */
export function FilterChip({ label, value, onClear, onClick, ...rest }: FilterChipProps) {
  const t = useText()
  const isSet = value !== ''
  return (
    <span {...rest} className={`filter-chip ${isSet ? 'set' : ''}`}>
      <button type="button" onClick={onClick} aria-label={isSet ? `${label} ${value}` : t('table.addFilter', { name: label })}>
        {!isSet && <PlusIcon />}
        {label}
        {isSet && <strong>{value}</strong>}
      </button>
      {isSet && (
        <button
          type="button"
          className="chip-clear"
          aria-label={t('table.removeFilter', { name: label })}
          onClick={(event) => {
            event.stopPropagation()
            onClear()
          }}
        >
          <CloseIcon />
        </button>
      )}
    </span>
  )
}
