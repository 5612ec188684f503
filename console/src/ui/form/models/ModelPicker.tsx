import { useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { Button } from '../../button/Button.tsx'
import { Segmented } from '../../control/Segmented.tsx'
import { SearchInput } from '../../control/TextInput.tsx'
import { Check } from '../../control/Toggle.tsx'
import { Dialog } from '../../dialog/Dialog.tsx'
import { Tag } from '../../text/Tag.tsx'
import { compareModels, type ModelState, matchesOf } from './model-names.ts'

export interface ModelPickerProps {
  /** All names to choose from. */
  readonly names: readonly string[]
  /** What the upstream offers; empty: it was not asked. */
  readonly offered: readonly string[]
  /** What was saved before. */
  readonly before: readonly string[]
  readonly chosen: readonly string[]
  readonly onChange: (names: readonly string[]) => void
  readonly onClose: () => void
}

type Part = 'all' | ModelState

/** A checklist of models: searched, and narrowed to what is new at the upstream or gone from it. Nothing changes before it is applied. */
export function ModelPicker({ names, offered, before, chosen, onChange, onClose }: ModelPickerProps) {
  const t = useText()
  const [draft, setDraft] = useState<ReadonlySet<string>>(() => new Set(chosen))
  const [typed, setTyped] = useState('')
  const states = compareModels(offered, before)
  const countOf = (state: ModelState) => [...states.values()].filter((one) => one === state).length
  const parts: readonly Part[] = states.size === 0 ? [] : ['all', 'new', 'gone']
  const [part, setPart] = useState<Part>(countOf('new') > 0 ? 'new' : countOf('gone') > 0 ? 'gone' : 'all')
  const all = [...new Set([...chosen, ...before, ...names])]
  const shown = matchesOf(
    typed,
    all.filter((name) => part === 'all' || states.get(name) === part),
  )
  const set = (changed: readonly string[], isOn: boolean) => {
    const others = [...draft].filter((name) => !changed.includes(name))
    setDraft(new Set(isOn ? [...others, ...changed] : others))
  }
  const apply = () => {
    onChange(all.filter((name) => draft.has(name)))
    onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('kit.modelsPick')}
      width={560}
      note={t('form.modelsChosenOf', { count: draft.size, all: all.length })}
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
        <div className="model-picker-head">
          <SearchInput label={t('kit.modelsSearch')} value={typed} onChange={setTyped} takesFocus />
          {parts.length > 0 && (
            <Segmented
              label={t('kit.modelsPart')}
              value={part}
              onChange={setPart}
              choices={parts.map((value) => ({
                value,
                label:
                  value === 'all' ? t('kit.modelsEvery', { count: all.length }) : t(`kit.modelsOf.${value}`, { count: countOf(value) }),
              }))}
            />
          )}
        </div>
        <div className="models-bar">
          <Button size="small" onClick={() => set(shown, true)} isDisabled={shown.every((name) => draft.has(name))}>
            {t('kit.modelsSelectShown', { count: shown.length })}
          </Button>
          <Button size="small" kind="text" onClick={() => set(shown, false)} isDisabled={!shown.some((name) => draft.has(name))}>
            {t('kit.modelsClearShown')}
          </Button>
        </div>
        <ul aria-label={t('kit.modelsPick')}>
          {shown.map((name) => (
            <ModelRow key={name} name={name} state={states.get(name)} isOn={draft.has(name)} onChange={(isOn) => set([name], isOn)} />
          ))}
          {shown.length === 0 && <li className="model-picker-none">{t('kit.modelsNoMatch')}</li>}
        </ul>
      </div>
    </Dialog>
  )
}

interface ModelRowProps {
  readonly name: string
  readonly state: ModelState | undefined
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

function ModelRow({ name, state, isOn, onChange }: ModelRowProps) {
  const t = useText()
  return (
    <li>
      <Check isOn={isOn} onChange={onChange}>
        <code>{name}</code>
        {state && <Tag tone={state === 'new' ? 'green' : 'red'}>{t(`kit.modelsState.${state}`)}</Tag>}
      </Check>
    </li>
  )
}
