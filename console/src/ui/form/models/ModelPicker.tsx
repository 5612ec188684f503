import { useCallback, useMemo, useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { Button } from '../../button/Button.tsx'
import { Segmented } from '../../control/Segmented.tsx'
import { SearchInput } from '../../control/TextInput.tsx'
import { Dialog } from '../../dialog/Dialog.tsx'
import { ModelRows, type TickModels } from './ModelRows.tsx'
import { compareModels, familiesOf, type MakerOf, type ModelState, matchesOf } from './model-names.ts'

export interface ModelPickerProps {
  /** All names to choose from. */
  readonly names: readonly string[]
  /** What the upstream offers; empty: it was not asked. */
  readonly offered: readonly string[]
  /** What was saved before. */
  readonly before: readonly string[]
  readonly chosen: readonly string[]
  /** Groups the names; absent: they stand in one list. */
  readonly makerOf?: MakerOf | undefined
  readonly onChange: (names: readonly string[]) => void
  readonly onClose: () => void
}

type Part = 'all' | ModelState

const unknownMaker = () => ''

/** What is ticked before it is applied. */
function useTicked(chosen: readonly string[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(chosen))
  const tick: TickModels = useCallback((names, isOn) => {
    setTicked((before) => {
      const after = new Set(before)
      for (const name of names) isOn ? after.add(name) : after.delete(name)
      return after
    })
  }, [])
  return { ticked, tick }
}

/** The names that are to be seen: those that hold what is typed, and of them all, the new or the gone ones. */
function useShown({ names, offered, before, chosen, makerOf = unknownMaker }: ModelPickerProps) {
  const [typed, setTyped] = useState('')
  const states = useMemo(() => compareModels(offered, before), [offered, before])
  const countOf = (state: ModelState) => [...states.values()].filter((one) => one === state).length
  const [part, setPart] = useState<Part>(countOf('new') > 0 ? 'new' : countOf('gone') > 0 ? 'gone' : 'all')
  const all = useMemo(() => [...new Set([...chosen, ...before, ...names])], [chosen, before, names])
  const shown = useMemo(
    () =>
      matchesOf(
        typed,
        all.filter((name) => part === 'all' || states.get(name) === part),
      ),
    [typed, all, part, states],
  )
  const families = useMemo(() => familiesOf(shown, makerOf), [shown, makerOf])
  return { typed, setTyped, states, countOf, part, setPart, all, shown, families }
}

/** Searches the list, and narrows it to what is new at the upstream or gone from it. */
function PickerHead({ typed, setTyped, states, countOf, part, setPart, all }: ReturnType<typeof useShown>) {
  const t = useText()
  const parts: readonly Part[] = ['all', 'new', 'gone']
  const labelOf = (value: Part) =>
    value === 'all' ? t('kit.modelsEvery', { count: all.length }) : t(`kit.modelsOf.${value}`, { count: countOf(value) })
  return (
    <div className="model-picker-head">
      <SearchInput label={t('kit.modelsSearch')} value={typed} onChange={setTyped} takesFocus />
      {states.size > 0 && (
        <Segmented
          label={t('kit.modelsPart')}
          value={part}
          onChange={setPart}
          choices={parts.map((value) => ({ value, label: labelOf(value) }))}
        />
      )}
    </div>
  )
}

/** A checklist of models by their makers: searched, and narrowed to what is new at the upstream or gone from it. Nothing changes before it is applied. */
export function ModelPicker(props: ModelPickerProps) {
  const { chosen, onChange, onClose } = props
  const t = useText()
  const { ticked, tick } = useTicked(chosen)
  const view = useShown(props)
  const { all, shown, families, states } = view
  const apply = () => {
    onChange(all.filter((name) => ticked.has(name)))
    onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('kit.modelsPick')}
      width={560}
      note={t('form.modelsChosenOf', { count: ticked.size, all: all.length })}
      buttons={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="primary" onClick={apply}>
            {t('kit.modelsTake')}
          </Button>
        </>
      }
    >
      <div className="model-picker">
        <PickerHead {...view} />
        <div className="models-bar">
          <Button size="small" onClick={() => tick(shown, true)} isDisabled={shown.every((name) => ticked.has(name))}>
            {t('kit.modelsSelectShown', { count: shown.length })}
          </Button>
          <Button size="small" kind="text" onClick={() => tick(shown, false)} isDisabled={!shown.some((name) => ticked.has(name))}>
            {t('kit.modelsClearShown')}
          </Button>
        </div>
        <ModelRows families={families} states={states} ticked={ticked} onTick={tick} />
      </div>
    </Dialog>
  )
}
