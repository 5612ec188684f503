import type { MouseEvent } from 'react'
import { useText } from '../../i18n/index.ts'
import { CloseIcon } from '../icons.ts'
import { Tag } from '../Tag.tsx'

/** A chosen model in its field: amber when no model of this name is known. */
export function ModelTag({
  name,
  isUnknown,
  closable,
  onClose,
}: {
  readonly name: string
  readonly isUnknown: boolean
  readonly closable: boolean
  readonly onClose: (event?: MouseEvent<HTMLElement>) => void
}) {
  const t = useText()
  return (
    <Tag tone={isUnknown ? 'amber' : 'neutral'} title={isUnknown ? t('kit.modelUnknown') : undefined}>
      {name}
      {isUnknown && <span className="unseen">{t('kit.modelUnknown')}</span>}
      {closable && (
        // Backspace takes the last one out, so it need not be a tab stop of the form.
        <button
          type="button"
          className="model-out"
          tabIndex={-1}
          aria-label={t('kit.mapRemove', { key: name })}
          // A press would open the list below.
          onMouseDown={(event) => event.stopPropagation()}
          onClick={onClose}
        >
          <CloseIcon />
        </button>
      )}
    </Tag>
  )
}
