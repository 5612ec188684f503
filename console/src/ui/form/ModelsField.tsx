import { splitList } from '@waystation/contract/codec'
import { Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../api/call-error.ts'
import { useText } from '../../i18n/index.ts'
import { Button } from '../Button.tsx'
import { FetchIcon } from '../icons.ts'
import { FieldFrame, type FieldProps, useField } from './Field.tsx'
import { ModelTag } from './ModelTag.tsx'
import { matchesOf, namesIn } from './model-names.ts'
import './models-field.css'

export interface ModelsFieldProps extends FieldProps {
  /** Names to choose from; any other may be typed, and is marked as one that is not known. Absent: nobody knows which there are. */
  readonly known?: readonly string[] | undefined
  /** Names that are known, too, but not offered. */
  readonly recognized?: readonly string[] | undefined
  /** Asks the far end for its models; what it says joins the names to choose from and, when nothing was chosen yet, is chosen. */
  readonly fetchModels?: (() => Promise<readonly string[]>) | undefined
  /** Why the far end cannot be asked now. */
  readonly fetchDisabledReason?: string | undefined
  readonly aside?: ReactNode
}

/** A list of model names, as a comma list on the wire. Enter takes the match that is highlighted; a comma or a space what is typed. */
export function ModelsField(props: ModelsFieldProps) {
  const t = useText()
  const field = useField<string | undefined>(props)
  const [typed, setTyped] = useState('')
  const fetch = useFetch(props.fetchModels)
  const chosen = splitList(field.value ?? '', /[,，\n]/)
  const names = [...new Set([...fetch.names, ...(props.known ?? [])])]
  const setNames = (next: readonly string[]) => field.set([...new Set(next)].join(','))

  const matches = matchesOf(typed, names)
  const free = typed.trim()
  // What is typed itself stands last, so that Enter takes it only where nothing matches, or when it is gone down to.
  const options = [
    ...matches.map((name) => ({ value: name, label: name })),
    ...(free === '' || names.includes(free) ? [] : [{ value: free, label: t('kit.modelsUse', { name: free }) }]),
  ]
  const type = (text: string) => {
    const several = namesIn(text)
    if (several) setNames([...chosen, ...several])
    setTyped(several ? '' : text)
  }
  const leave = () => {
    // Half a name that could become several is nothing yet; a whole one, or one that nobody knows, is meant.
    if (free !== '' && (names.includes(free) || matches.length === 0)) setNames([...chosen, free])
    setTyped('')
  }
  const judges = names.length > 0 || (props.recognized?.length ?? 0) > 0
  const isKnown = (name: string) => !judges || names.includes(name) || (props.recognized?.includes(name) ?? false)
  const unknown = chosen.filter((name) => !isKnown(name))
  const ask = async () => {
    const found = await fetch.ask()
    if (found && chosen.length === 0) setNames(found)
  }

  return (
    <FieldFrame
      props={props}
      field={field}
      below={
        <>
          <div className="models-bar">
            {props.fetchModels && (
              <Button size="small" icon={<FetchIcon />} onClick={ask} disabledReason={props.fetchDisabledReason}>
                {t('form.modelsFetch')}
              </Button>
            )}
            {names.length > 0 && (
              <Button size="small" kind="text" onClick={() => setNames([...chosen, ...(fetch.names.length > 0 ? fetch.names : names)])}>
                {t('form.modelsAll')}
              </Button>
            )}
            {chosen.length > 0 && (
              <Button size="small" kind="text" onClick={() => setNames([])}>
                {t('form.modelsNone')}
              </Button>
            )}
            <span>
              {fetch.names.length > 0
                ? t('form.modelsChosenOf', { count: chosen.length, all: fetch.names.length })
                : t('form.modelsChosen', { count: chosen.length })}
            </span>
            {props.aside}
          </div>
          {unknown.length > 0 && (
            <p className="models-unknown">{t('kit.modelsUnknown', { count: unknown.length, names: unknown.slice(0, 5).join(', ') })}</p>
          )}
          {fetch.failure !== undefined && (
            <div className="models-failure" role="alert">
              <span>{fetch.failure}</span>
              <Button size="small" onClick={ask} disabledReason={props.fetchDisabledReason}>
                {t('action.retry')}
              </Button>
            </div>
          )}
        </>
      }
    >
      <div onKeyDownCapture={(event) => event.key === 'Tab' && event.stopPropagation()}>
        <Select
          {...field.control}
          mode="multiple"
          status={field.status}
          value={chosen}
          maxTagCount={60}
          placeholder={t('form.modelsPlaceholder')}
          showSearch={{ searchValue: typed, onSearch: type, filterOption: false, autoClearSearchValue: true }}
          options={options}
          notFoundContent={null}
          tagRender={(tag) => <ModelTag {...tag} name={String(tag.value)} isUnknown={!isKnown(String(tag.value))} />}
          onChange={(next: string[]) => {
            setNames(next)
            setTyped('')
          }}
          onBlur={leave}
        />
      </div>
    </FieldFrame>
  )
}

/** What the far end says it has, or why it did not say. */
function useFetch(fetchModels: ModelsFieldProps['fetchModels']) {
  const t = useText()
  const [names, setNames] = useState<readonly string[]>([])
  const [failure, setFailure] = useState<string>()
  const ask = async () => {
    setFailure(undefined)
    try {
      const found = (await fetchModels?.()) ?? []
      setNames(found)
      if (found.length > 0) return found
      setFailure(t('form.modelsNothing'))
    } catch (error) {
      setFailure(messageOf(error))
    }
    return undefined
  }
  return { names, failure, ask }
}
