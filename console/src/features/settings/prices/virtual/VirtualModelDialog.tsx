import { listEnabledModels } from '@waystation/contract/api/channels/channel'
import type { ActualModel, ModelMapping } from '@waystation/contract/models/model-mapping'
import { modelMapping } from '@waystation/contract/options/pricing'
import { useState } from 'react'
import { useData } from '~/api/use-data'
import { useLanguage, useText } from '~/i18n'
import { Button, Dialog, IconButton, PlusIcon, Select, TextInput, TrashIcon } from '~/ui/kit'
import { problemOf } from '../../option-values.ts'
import { Conditions } from './Conditions.tsx'
import { emptyLine, type Line, linesOf, modelsOf } from './virtual-lines.ts'

interface VirtualModelDialogProps {
  /** The one that is edited; empty: a new one. */
  readonly name: string
  readonly mapping: ModelMapping
  readonly onClose: () => void
  readonly onDone: (mapping: ModelMapping) => void
}

/** One virtual model: its name, and the models behind it with their priorities, shares and conditions. */
export function VirtualModelDialog({ name: before, mapping, onClose, onDone }: VirtualModelDialogProps) {
  const t = useText()
  const language = useLanguage()
  const { data: served } = useData(listEnabledModels)
  const [name, setName] = useState(before)
  const [lines, setLines] = useState<readonly Line[]>(() => linesOf(mapping[before]))
  const [wasTried, setWasTried] = useState(false)
  const others = Object.entries(mapping).filter(([other]) => other !== before)
  const next = Object.fromEntries([...others, [name.trim(), modelsOf(lines)] as const])
  const nameProblem =
    name.trim() === '' ? t('virtual.nameMissing') : others.some(([other]) => other === name.trim()) ? t('virtual.nameTaken') : undefined
  const problem = nameProblem === undefined ? problemOf(modelMapping, JSON.stringify(next), language) : undefined
  const done = () => {
    setWasTried(true)
    if (nameProblem !== undefined || problem !== undefined) return
    // Read as the server reads it: texts are cleaned, what is left empty is absent.
    onDone(modelMapping.type.codec.decode(JSON.stringify(next)))
    onClose()
  }
  const set = (at: number, line: Line) => setLines(lines.with(at, line))
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={before === '' ? t('virtual.add') : t('virtual.edit', { name: before })}
      width={640}
      buttons={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="primary" onClick={done}>
            {t('virtual.done')}
          </Button>
        </>
      }
    >
      <div className="price-form">
        <TextInput
          label={t('virtual.name')}
          value={name}
          onChange={setName}
          hint={t('virtual.nameHint')}
          error={wasTried ? nameProblem : undefined}
          takesFocus={before === ''}
        />
        <ol className="virtual-lines" aria-label={t('virtual.behind')}>
          {lines.map((line, at) => (
            <li key={line.id}>
              <ActualLine
                line={line}
                served={served ?? []}
                onChange={(changed) => set(at, changed)}
                onRemove={lines.length > 1 ? () => setLines(lines.filter(({ id }) => id !== line.id)) : undefined}
              />
            </li>
          ))}
        </ol>
        <div>
          <Button icon={<PlusIcon />} onClick={() => setLines([...lines, emptyLine()])}>
            {t('virtual.addBehind')}
          </Button>
        </div>
        {wasTried && problem !== undefined && (
          <div className="field-error" role="alert">
            {problem}
          </div>
        )}
      </div>
    </Dialog>
  )
}

interface ActualLineProps {
  readonly line: Line
  readonly served: readonly string[]
  readonly onChange: (line: Line) => void
  readonly onRemove: (() => void) | undefined
}

function ActualLine({ line, served, onChange, onRemove }: ActualLineProps) {
  const t = useText()
  const names: readonly ActualModel['model'][] = line.model === '' || served.includes(line.model) ? served : [line.model, ...served]
  return (
    <>
      <div className="virtual-line">
        <div className="virtual-model">
          <span aria-hidden="true">{t('virtual.model')}</span>
          <Select
            label={t('virtual.model')}
            value={line.model === '' ? undefined : line.model}
            choices={names.map((value) => ({ value, label: value }))}
            onChange={(model) => onChange({ ...line, model })}
            isSearchable
          />
        </div>
        <TextInput
          kind="number"
          label={t('virtual.priority')}
          value={line.priorities}
          onChange={(priorities) => onChange({ ...line, priorities })}
        />
        <TextInput
          kind="number"
          label={t('virtual.share')}
          placeholder="1"
          value={line.share}
          onChange={(share) => onChange({ ...line, share })}
        />
        {onRemove && (
          <IconButton isSmall isDanger label={t('virtual.removeBehind', { model: line.model })} icon={<TrashIcon />} onClick={onRemove} />
        )}
      </div>
      <Conditions line={line} onChange={onChange} />
    </>
  )
}
