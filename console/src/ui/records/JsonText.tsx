import { jsonPlace } from '@waystation/contract/values/json-place'
import { Input } from 'antd'
import { useId } from 'react'
import { useText } from '../../i18n/index.ts'
import { Button } from '../button/Button.tsx'
import './json-text.css'

export interface JsonTextProps {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  /** What is wrong with a text that is JSON. */
  readonly problem?: string | undefined
  readonly rows?: number
  /** Of a field of a form: what names and describes it there. */
  readonly id?: string
  readonly isDisabled?: boolean
}

/** JSON as text. What is no JSON is told with line and column, and one click goes there. */
export function JsonText({ label, value, onChange, problem, rows = 14, id: given, isDisabled = false }: JsonTextProps) {
  const t = useText()
  const ownId = useId()
  const id = given ?? ownId
  const place = value.trim() === '' ? undefined : jsonPlace(value)
  const error = place ? t('form.invalidJsonAt', { ...place }) : problem
  const format = () => onChange(JSON.stringify(JSON.parse(value), null, 2))
  const goThere = () => {
    const area = document.getElementById(id)
    if (!place || !(area instanceof HTMLTextAreaElement)) return
    const lines = value.split('\n')
    const at = lines.slice(0, place.line - 1).reduce((sum, line) => sum + line.length + 1, 0) + place.column - 1
    area.focus()
    area.setSelectionRange(at, Math.min(at + 1, value.length))
    area.scrollTop = ((place.line - 4) * area.scrollHeight) / Math.max(lines.length, 1)
  }
  return (
    <div className="json-text">
      <Input.TextArea
        id={id}
        aria-label={label}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-below`}
        className="mono"
        spellCheck={false}
        rows={rows}
        disabled={isDisabled}
        wrap="off"
        status={error === undefined ? '' : 'error'}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className="json-text-below" id={`${id}-below`}>
        {error !== undefined && (
          <span className="field-error" role="alert">
            {error}
          </span>
        )}
        {place && (
          <Button size="small" kind="text" onClick={goThere}>
            {t('kit.goToFault')}
          </Button>
        )}
        <span className="grow" />
        <Button size="small" kind="text" onClick={format} disabledReason={place && error} isDisabled={isDisabled || value.trim() === ''}>
          {t('form.formatJson')}
        </Button>
      </div>
    </div>
  )
}
