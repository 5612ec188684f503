import { jsonPlace } from '@waystation/contract/values/json-place'
import type { ReactNode } from 'react'
import { JsonText } from '../../records/JsonText.tsx'
import type { FieldState } from '../Field.tsx'

const ROWS_MIN = 4
const ROWS_MAX = 16

/** The text behind the rows of a field. What is no JSON is told with its place, which one click goes to. */
export function JsonPart({ label, field }: { readonly label: ReactNode; readonly field: FieldState<string | undefined> }) {
  const text = field.value ?? ''
  return (
    <JsonText
      id={field.control.id}
      label={typeof label === 'string' ? label : ''}
      value={text}
      rows={Math.min(ROWS_MAX, Math.max(ROWS_MIN, text.split('\n').length + 1))}
      isDisabled={field.control.disabled}
      onChange={field.set}
    />
  )
}

/** Is a text neither empty nor JSON? Its field tells the place itself, so the form need not repeat it. */
export const isBroken = (text: string): boolean => text.trim() !== '' && jsonPlace(text) !== undefined
