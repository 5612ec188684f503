import { useSelector } from '@tanstack/react-store'
import { listItems } from '@waystation/contract/values/codec'
import { Select } from 'antd'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { messageOf } from '../../../api/call-error.ts'
import { useText } from '../../../i18n/index.ts'
import { Button } from '../../button/Button.tsx'
import { CloseIcon, FetchIcon } from '../../icons.ts'
import { Tag } from '../../text/Tag.tsx'
import { FieldFrame, type FieldProps, useField } from '../Field.tsx'
import { useFormScope } from '../Form.tsx'
import { ModelPicker } from './ModelPicker.tsx'
import { type MakerOf, matchesOf, namesIn } from './model-names.ts'
import './models-field.css'

/** The upstream's model list, or why it is missing. */
interface FetchedModels {
  readonly names: readonly string[]
  readonly failure: string | undefined
  /** The names; undefined where there are none, with the reason in `failure`. */
  readonly ask: () => Promise<readonly string[] | undefined>
}

interface ModelsBarProps {
  readonly chosen: readonly string[]
  /** All names to choose from. */
  readonly names: readonly string[]
  /** Chosen models that are unknown. */
  readonly unknown: readonly string[]
  /** Undefined: there is no upstream to query. */
  readonly fetched: FetchedModels | undefined
  readonly fetchDisabledReason: string | undefined
  readonly aside: ReactNode
  /** What the form had when it was opened. */
  readonly before: readonly string[]
  readonly makerOf: MakerOf | undefined
  readonly isDisabled: boolean
  readonly onChange: (names: readonly string[]) => void
}

/** Below the list of models: fetch the upstream's list, choose all or none, and warnings about the chosen ones. */
function ModelsBar(props: ModelsBarProps) {
  const { chosen, names, unknown, fetched, fetchDisabledReason, aside, before, makerOf, isDisabled, onChange } = props
  const t = useText()
  const [isPicking, setIsPicking] = useState(false)
  const found = fetched?.names ?? []
  const ask = async () => {
    const answer = await fetched?.ask()
    if (!answer) return
    // A first list is taken whole; of another one the differences are to be seen.
    if (chosen.length === 0) onChange(answer)
    else setIsPicking(true)
  }
  return (
    <>
      <div className="models-bar">
        {fetched && (
          <Button size="small" icon={<FetchIcon />} onClick={ask} disabledReason={fetchDisabledReason}>
            {t('form.modelsFetch')}
          </Button>
        )}
        {names.length > 0 && (
          <Button size="small" onClick={() => setIsPicking(true)} isDisabled={isDisabled}>
            {t('kit.modelsPick')}
          </Button>
        )}
        {names.length > 0 && (
          <Button size="small" kind="text" onClick={() => onChange([...chosen, ...(found.length > 0 ? found : names)])}>
            {t('form.modelsAll')}
          </Button>
        )}
        {chosen.length > 0 && (
          <Button size="small" kind="text" onClick={() => onChange([])}>
            {t('form.modelsNone')}
          </Button>
        )}
        <span>
          {found.length > 0
            ? t('form.modelsChosenOf', { count: chosen.length, all: found.length })
            : t('form.modelsChosen', { count: chosen.length })}
        </span>
        {aside}
      </div>
      {isPicking && (
        <ModelPicker
          names={names}
          offered={found}
          before={before}
          chosen={chosen}
          makerOf={makerOf}
          onChange={onChange}
          onClose={() => setIsPicking(false)}
        />
      )}
      {unknown.length > 0 && (
        <p className="models-unknown">{t('kit.modelsUnknown', { count: unknown.length, names: unknown.slice(0, 5).join(', ') })}</p>
      )}
      {fetched?.failure !== undefined && (
        <div className="models-failure" role="alert">
          <span>{fetched.failure}</span>
          <Button size="small" onClick={ask} disabledReason={fetchDisabledReason}>
            {t('action.retry')}
          </Button>
        </div>
      )}
    </>
  )
}

/** A chosen model in its field: amber when no model of this name is known. */
function ModelTag({
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

/** How many of the chosen models stand in the field before it is unfolded. */
const SHOWN = 60

/** In place of the models that are not shown: how many there are. A press shows them. */
function MoreTag({ count, onOpen }: { readonly count: number; readonly onOpen: () => void }) {
  const t = useText()
  return (
    <button
      type="button"
      className="tag tag-neutral models-more"
      aria-label={t('kit.modelsMore', { count })}
      onMouseDown={(event) => event.stopPropagation()}
      onClick={onOpen}
    >
      +{count}
    </button>
  )
}

export interface ModelsFieldProps extends FieldProps {
  /** Names to choose from; any other may be typed, and is marked as unknown. Absent: no list of known models. */
  readonly known?: readonly string[] | undefined
  /** Names that are known, too, but not offered. */
  readonly recognized?: readonly string[] | undefined
  /** Fetches the upstream's models; they join the names to choose from and, when nothing was chosen yet, are chosen. */
  readonly fetchModels?: (() => Promise<readonly string[]>) | undefined
  /** Why the upstream cannot be queried now. */
  readonly fetchDisabledReason?: string | undefined
  /** Groups the models in the checklist. The same function at every drawing. */
  readonly makerOf?: MakerOf | undefined
  readonly aside?: ReactNode
}

/** A list of model names, as a comma list on the wire. Enter takes the match that is highlighted; a comma or a space what is typed. */
export function ModelsField(props: ModelsFieldProps) {
  const t = useText()
  const field = useField<string | undefined>(props)
  const fetched = useFetch(props.fetchModels)
  const { store } = useFormScope()
  const [isWhole, setIsWhole] = useState(false)
  const before = useSelector(store.state, ({ saved }) => saved[props.name])
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
          before={listItems(typeof before === 'string' ? before : '')}
          makerOf={props.makerOf}
          isDisabled={field.control.disabled}
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
          maxTagCount={isWhole ? Number.MAX_SAFE_INTEGER : SHOWN}
          placeholder={t('form.modelsPlaceholder')}
          showSearch={{ searchValue: typing.typed, onSearch: typing.type, filterOption: false, autoClearSearchValue: true }}
          options={typing.options}
          notFoundContent={null}
          // The rest that is not shown comes here too, without a value.
          tagRender={(tag) =>
            tag.value === undefined ? (
              <MoreTag count={chosen.length - SHOWN} onOpen={() => setIsWhole(true)} />
            ) : (
              <ModelTag {...tag} name={String(tag.value)} isUnknown={!isKnown(String(tag.value))} />
            )
          }
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
