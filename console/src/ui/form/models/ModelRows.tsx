import { memo, useLayoutEffect, useRef } from 'react'
import { useText } from '../../../i18n/index.ts'
import { Check } from '../../control/Toggle.tsx'
import { Tag } from '../../text/Tag.tsx'
import type { ModelFamily, ModelState } from './model-names.ts'

/** Ticks models, or clears them. */
export type TickModels = (names: readonly string[], isOn: boolean) => void

interface RowsProps {
  readonly states: ReadonlyMap<string, ModelState>
  readonly ticked: ReadonlySet<string>
  /** The same from one drawing to the next: rows that did not change are not drawn again. */
  readonly onTick: TickModels
}

/** A checklist of models that scrolls: by family where there are several, else in one. */
export function ModelRows({ families, ...rest }: RowsProps & { readonly families: readonly ModelFamily[] }) {
  const t = useText()
  const [first, ...others] = families
  const rows = useRef<HTMLDivElement>(null)
  // Of another search the best matches are to be seen, not what stands where the last one was left. A tick makes no other families.
  useLayoutEffect(() => {
    if (families.length > 0) rows.current?.scrollTo({ top: 0 })
  }, [families])
  return (
    <div className="model-picker-rows" ref={rows}>
      {others.length > 0 && families.map((family) => <Family key={family.maker} family={family} {...rest} />)}
      {first && others.length === 0 && <Names label={t('kit.modelsPick')} names={first.names} {...rest} />}
      {!first && <p className="model-picker-none">{t('kit.modelsNoMatch')}</p>}
    </div>
  )
}

/** Models of one maker, below a box that ticks them all. */
function Family({ family: { maker, names }, ...rest }: RowsProps & { readonly family: ModelFamily }) {
  const t = useText()
  const label = maker === '' ? t('kit.modelsOther') : maker
  const count = names.filter((name) => rest.ticked.has(name)).length
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset lays its legend out by rules of its own
    <div role="group" aria-label={label}>
      <div className="model-family">
        <Check isOn={count === names.length} isPartly={count > 0} onChange={(isOn) => rest.onTick(names, isOn)}>
          <strong>{label}</strong>{' '}
          <span className="text3">
            {count}/{names.length}
          </span>
        </Check>
      </div>
      <Names names={names} {...rest} />
    </div>
  )
}

interface NamesProps extends RowsProps {
  readonly names: readonly string[]
  /** Absent within a group, which has a name. */
  readonly label?: string
}

function Names({ label, names, states, ticked, onTick }: NamesProps) {
  return (
    <ul aria-label={label}>
      {names.map((name) => (
        <ModelRow key={name} name={name} state={states.get(name)} isOn={ticked.has(name)} onTick={onTick} />
      ))}
    </ul>
  )
}

interface ModelRowProps {
  readonly name: string
  readonly state: ModelState | undefined
  readonly isOn: boolean
  readonly onTick: TickModels
}

/** Hundreds of them stand in a list: a click draws only those again that it changes. */
const ModelRow = memo(function ModelRow({ name, state, isOn, onTick }: ModelRowProps) {
  const t = useText()
  return (
    <li>
      <Check isOn={isOn} onChange={(isTicked) => onTick([name], isTicked)}>
        <code>{name}</code>
        {state && <Tag tone={state === 'new' ? 'green' : 'red'}>{t(`kit.modelsState.${state}`)}</Tag>}
      </Check>
    </li>
  )
})
