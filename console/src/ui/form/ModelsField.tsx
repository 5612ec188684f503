import { splitList } from '@waystation/contract/codec'
import { Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../api/call-error.ts'
import { useText } from '../../i18n/index.ts'
import { Button } from '../Button.tsx'
import { FetchIcon } from '../icons.ts'
import { toast } from '../toasts.ts'
import { FieldFrame, type FieldProps, useField } from './Field.tsx'

export interface ModelsFieldProps extends FieldProps {
  /** Names to choose from; any other may be typed. */
  readonly known?: readonly string[] | undefined
  /** Asks the far end for its models; what it says joins the names to choose from and, when nothing was chosen yet, is chosen. */
  readonly fetchModels?: (() => Promise<readonly string[]>) | undefined
  /** Why the far end cannot be asked now. */
  readonly fetchDisabledReason?: string | undefined
  readonly aside?: ReactNode
}

/** A list of model names, as a comma list on the wire. */
export function ModelsField(props: ModelsFieldProps) {
  const t = useText()
  const field = useField<string | undefined>(props)
  const [fetched, setFetched] = useState<readonly string[]>([])
  const chosen = splitList(field.value ?? '', /[,，\n]/)
  const names = [...new Set([...fetched, ...(props.known ?? [])])]
  const setNames = (next: readonly string[]) => field.set(next.join(','))

  const ask = async () => {
    try {
      const found = (await props.fetchModels?.()) ?? []
      setFetched(found)
      if (found.length === 0) return toast.warn(t('form.modelsNothing'))
      if (chosen.length === 0) setNames(found)
    } catch (error) {
      toast.failed(messageOf(error))
    }
  }

  return (
    <FieldFrame
      props={props}
      field={field}
      below={
        <div className="models-bar">
          {props.fetchModels && (
            <Button size="small" icon={<FetchIcon />} onClick={ask} disabledReason={props.fetchDisabledReason}>
              {t('form.modelsFetch')}
            </Button>
          )}
          {names.length > 0 && (
            <Button size="small" kind="text" onClick={() => setNames([...new Set([...chosen, ...(fetched.length > 0 ? fetched : names)])])}>
              {t('form.modelsAll')}
            </Button>
          )}
          {chosen.length > 0 && (
            <Button size="small" kind="text" onClick={() => setNames([])}>
              {t('form.modelsNone')}
            </Button>
          )}
          <span>
            {fetched.length > 0
              ? t('form.modelsChosenOf', { count: chosen.length, all: fetched.length })
              : t('form.modelsChosen', { count: chosen.length })}
          </span>
          {props.aside}
        </div>
      }
    >
      <Select
        {...field.control}
        mode="tags"
        status={field.status}
        value={chosen}
        maxTagCount={60}
        placeholder={t('form.modelsPlaceholder')}
        tokenSeparators={[',', '，', '\n', ' ']}
        options={names.map((name) => ({ value: name, label: name }))}
        onChange={(next: string[]) => setNames(next)}
      />
    </FieldFrame>
  )
}
