import { listItems } from '@waystation/contract/codec'
import { Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../api/call-error.ts'
import { useText } from '../../i18n/index.ts'
import { FieldFrame, type FieldProps, useField } from './Field.tsx'
import { type FetchedModels, ModelsBar } from './ModelsBar.tsx'
import { ModelTag } from './ModelTag.tsx'
import { matchesOf, namesIn } from './model-names.ts'
import './models-field.css'

export interface ModelsFieldProps extends FieldProps {
  /** Names to choose from; any other may be typed, and is marked as unknown. Absent: no list of known models. */
  readonly known?: readonly string[] | undefined
  /** Names that are known, too, but not offered. */
  readonly recognized?: readonly string[] | undefined
  /** Fetches the upstream's models; they join the names to choose from and, when nothing was chosen yet, are chosen. */
  readonly fetchModels?: (() => Promise<readonly string[]>) | undefined
  /** Why the upstream cannot be queried now. */
  readonly fetchDisabledReason?: string | undefined
  readonly aside?: ReactNode
}

/** A list of model names, as a comma list on the wire. Enter takes the match that is highlighted; a comma or a space what is typed. */
export function ModelsField(props: ModelsFieldProps) {
  const t = useText()
  const field = useField<string | undefined>(props)
  const fetched = useFetch(props.fetchModels)
  const chosen = listItems(field.value ?? '')
  const names = [...new Set([...fetched.names, ...(props.known ?? [])])]
  const setNames = (next: readonly string[]) => field.set([...new Set(next)].join(','))
  const typing = useTyping(names, (more) => setNames([...chosen, ...more]))

  const judges = names.length > 0 || (props.recognized?.length ?? 0) > 0
  const isKnown = (name: string) => !judges || names.includes(name) || (props.recognized?.includes(name) ?? false)

  return (
    <FieldFrame
      props={props}
      field={field}
      below={
        <ModelsBar
          chosen={chosen}
          names={names}
          unknown={chosen.filter((name) => !isKnown(name))}
          fetched={props.fetchModels && fetched}
          fetchDisabledReason={props.fetchDisabledReason}
          aside={props.aside}
          onChange={setNames}
        />
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
          showSearch={{ searchValue: typing.typed, onSearch: typing.type, filterOption: false, autoClearSearchValue: true }}
          options={typing.options}
          notFoundContent={null}
          tagRender={(tag) => <ModelTag {...tag} name={String(tag.value)} isUnknown={!isKnown(String(tag.value))} />}
          onChange={(next: string[]) => {
            setNames(next)
            typing.type('')
          }}
          onBlur={typing.leave}
        />
      </div>
    </FieldFrame>
  )
}

/** What is being typed, and what it could become. */
function useTyping(names: readonly string[], add: (names: readonly string[]) => void) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const matches = matchesOf(typed, names)
  const free = typed.trim()
  return {
    typed,
    // What is typed itself stands last, so that Enter takes it only where nothing matches, or when it is gone down to.
    options: [
      ...matches.map((name) => ({ value: name, label: name })),
      ...(free === '' || names.includes(free) ? [] : [{ value: free, label: t('kit.modelsUse', { name: free }) }]),
    ],
    type(text: string) {
      const several = namesIn(text)
      if (several) add(several)
      setTyped(several ? '' : text)
    },
    leave() {
      // A prefix of several names is ignored; a whole name or an unknown one is taken.
      if (free !== '' && (names.includes(free) || matches.length === 0)) add([free])
      setTyped('')
    },
  }
}

function useFetch(fetchModels: ModelsFieldProps['fetchModels']): FetchedModels {
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
