import { Input } from 'antd'
import { useId, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { Button } from '../Button.tsx'
import { PlusIcon } from '../icons.ts'
import { FieldFrame, type FieldProps, useField } from './Field.tsx'
import type { MapSides } from './MapRowLine.tsx'
import { MapRows } from './MapRows.tsx'
import { type MapDraft, useMapDraft } from './use-map-draft.ts'

export interface MapFieldProps extends FieldProps, MapSides {
  /** Returns a further error of a row, or undefined: an invalid status, for instance. */
  readonly check?: (key: string, value: string) => string | undefined
}

/** A JSON object of texts or numbers as rows of key and value, or as the JSON that it is. On the wire it is JSON text, '' for none. */
export function MapField(props: MapFieldProps) {
  const { kind = 'text' } = props
  const t = useText()
  const field = useField<string | undefined>(props)
  const draft = useMapDraft(props.name, field, kind, props.check)
  const [wantsJson, setWantsJson] = useState(false)
  const listId = useId()
  const rows = wantsJson ? undefined : draft.rows

  return (
    <FieldFrame
      props={{ ...props, hint: props.hint ?? (rows ? t('kit.mapPaste') : undefined) }}
      field={field}
      below={<MapBar draft={draft} isJson={!rows} isDisabled={field.control.disabled} onJson={setWantsJson} />}
    >
      {rows ? (
        <MapRows
          sides={props}
          kind={kind}
          rows={rows}
          listId={listId}
          control={field.control}
          disabledReason={props.disabledReason}
          showsAll={field.error !== undefined}
          newest={draft.newest}
          checked={draft.checked}
          onChange={draft.change}
          onAdd={draft.add}
        />
      ) : (
        <Input.TextArea
          {...field.control}
          value={field.value ?? ''}
          status={field.status}
          autoSize={{ minRows: 3, maxRows: 16 }}
          className="mono"
          spellCheck={false}
          onChange={(event) => field.set(event.target.value)}
        />
      )}
    </FieldFrame>
  )
}

interface MapBarProps {
  readonly draft: MapDraft
  readonly isJson: boolean
  readonly isDisabled: boolean
  readonly onJson: (isJson: boolean) => void
}

/** Below the map: add a row, and switch between rows and JSON, disabled while one cannot express the other. */
function MapBar({ draft: { rows, held, add }, isJson, isDisabled, onJson }: MapBarProps) {
  const t = useText()
  const isNotFlat = isJson && rows === undefined
  return (
    <div className="models-bar">
      {!isJson && (
        <Button size="small" icon={<PlusIcon />} onClick={add} isDisabled={isDisabled}>
          {t('kit.mapAdd')}
        </Button>
      )}
      <Button
        size="small"
        kind="text"
        onClick={() => onJson(!isJson)}
        disabledReason={isNotFlat ? t('kit.mapNotFlat') : isJson ? undefined : held}
      >
        {t(isJson ? 'kit.mapAsRows' : 'kit.mapAsJson')}
      </Button>
      {isNotFlat && <span>{t('kit.mapNotFlat')}</span>}
    </div>
  )
}
