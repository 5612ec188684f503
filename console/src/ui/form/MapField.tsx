import { Input } from 'antd'
import { useEffect, useId, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { Button } from '../Button.tsx'
import { PlusIcon } from '../icons.ts'
import { FieldFrame, type FieldProps, useField } from './Field.tsx'
import { useFormScope } from './Form.tsx'
import { MapRows } from './MapRows.tsx'
import { faultsOf, isSameMap, jsonOf, type MapKind, type MapRow, newRow, rowsOf } from './map-rows.ts'

export interface MapFieldProps extends FieldProps {
  /** The words for both sides: "Model asked for", "Sent upstream". */
  readonly keyLabel: string
  readonly valueLabel: string
  readonly keyPlaceholder?: string
  readonly valuePlaceholder?: string
  /** What the values are; numbers may be typed as `1e-7`. Default texts. */
  readonly kind?: MapKind
  /** Behind each value, such as "$ / M". */
  readonly unit?: string
  /** Says what else is wrong with a row, or nothing: a status that is none. */
  readonly check?: (key: string, value: string) => string | undefined
  /** Names to choose from on either side; any other may be typed. */
  readonly knownKeys?: readonly string[]
  readonly knownValues?: readonly string[]
}

interface Draft {
  /** The field's value that the rows were made from. */
  readonly text: string
  /** Undefined: it is nothing that rows could show. */
  readonly rows: readonly MapRow[] | undefined
}

/** A JSON object of texts or numbers as rows of key and value, or as the JSON that it is. On the wire it is JSON text, '' for none. */
export function MapField(props: MapFieldProps) {
  const { kind = 'text' } = props
  const t = useText()
  const { store } = useFormScope()
  const field = useField<string | undefined>(props)
  const value = field.value ?? ''
  const [first] = useState(value)
  const [draft, setDraft] = useState<Draft>(() => ({ text: value, rows: rowsOf(value, kind) }))
  const [wantsJson, setWantsJson] = useState(false)
  const [newest, setNewest] = useState<number>()
  const listId = useId()
  // Somebody else changed the value: the JSON below, or another field.
  if (draft.text !== value) setDraft({ text: value, rows: rowsOf(value, kind) })

  const { rows } = draft
  const isWrong = (list: readonly MapRow[]) => faultsOf(list, kind).size > 0 || list.some((row) => checked(row) !== undefined)
  const checked = (row: MapRow) => (row.key.trim() && row.value.trim() ? props.check?.(row.key.trim(), row.value.trim()) : undefined)
  const held = rows && isWrong(rows) ? t('kit.mapFix') : undefined
  useEffect(() => {
    store.hold(props.name, held)
    return () => store.hold(props.name, undefined)
  }, [store, props.name, held])

  const change = (next: readonly MapRow[]) => {
    const isBad = isWrong(next)
    // What is half typed stays here, and what is whole is the value.
    const faults = faultsOf(next, kind)
    const json = jsonOf(
      next.filter((row) => !faults.has(row.id)),
      kind,
    )
    const text = isSameMap(json, first) ? first : json
    store.hold(props.name, isBad ? t('kit.mapFix') : undefined)
    setDraft({ text, rows: next })
    field.set(text)
  }
  const add = () => {
    const row = newRow()
    setNewest(row.id)
    change([...(rows ?? []), row])
  }
  const isJson = wantsJson || rows === undefined

  return (
    <FieldFrame
      props={{ ...props, hint: props.hint ?? (isJson ? undefined : t('kit.mapPaste')) }}
      field={field}
      below={
        <div className="models-bar">
          {!isJson && (
            <Button size="small" icon={<PlusIcon />} onClick={add} isDisabled={field.control.disabled}>
              {t('kit.mapAdd')}
            </Button>
          )}
          <Button
            size="small"
            kind="text"
            onClick={() => setWantsJson(!isJson)}
            disabledReason={isJson && rows === undefined ? t('kit.mapNotFlat') : !isJson && held ? held : undefined}
          >
            {t(isJson ? 'kit.mapAsRows' : 'kit.mapAsJson')}
          </Button>
          {isJson && rows === undefined && <span>{t('kit.mapNotFlat')}</span>}
        </div>
      }
    >
      {isJson ? (
        <Input.TextArea
          {...field.control}
          value={value}
          status={field.status}
          autoSize={{ minRows: 3, maxRows: 16 }}
          className="mono"
          spellCheck={false}
          onChange={(event) => field.set(event.target.value)}
        />
      ) : (
        <MapRows
          {...props}
          kind={kind}
          rows={rows}
          listId={listId}
          control={field.control}
          showsAll={field.error !== undefined}
          newest={newest}
          checked={checked}
          onChange={change}
          onAdd={add}
        />
      )}
    </FieldFrame>
  )
}
