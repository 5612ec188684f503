import { listUnpricedModels } from '@waystation/contract/api/channels/channel'
import { perCall, tokenColumns } from '@waystation/contract/prices/price-columns'
import { useState } from 'react'
import { useData } from '~/api/use-data'
import { type Text, useText } from '~/i18n'
import { Banner, Button, Check, Dialog, EmptyState, ErrorState, OkIcon, Pager, Segmented, SkeletonLines, TextInput, toast } from '~/ui/kit'
import { numberIn } from '~/ui/records/table-edits'
import { useDesk } from '../desk.ts'
import { type PriceBook, type PriceUnit, storedOf, withShown } from '../price-book.ts'
import { withBook } from '../price-draft.ts'

interface UnpricedView {
  /** Served models that have no price, those of the draft included; undefined while they load. */
  readonly models: readonly string[] | undefined
  readonly error: Error | null
  readonly refresh: () => Promise<unknown>
  /** Models that got a price in the draft. */
  readonly waiting: readonly string[]
}

/** Models that an enabled channel serves and that have no price. */
export function useUnpriced(): UnpricedView {
  const { book } = useDesk()
  const { data, error, refresh } = useData(listUnpricedModels)
  const isPriced = (model: string) => [perCall, ...tokenColumns.slice(0, 1)].some((column) => storedOf(book, column, model) !== undefined)
  return {
    models: data?.models.filter((model) => !isPriced(model)),
    error,
    refresh,
    waiting: data?.models.filter(isPriced) ?? [],
  }
}

/** Specification section 9: the tables of prices have ten rows. */
const ROWS = 10
const empty: PriceEntry = { kind: 'tokens', input: '', output: '', call: '' }

/** One price for a model or many: per call, or of input and output. As typed. */
interface PriceEntry {
  readonly kind: 'tokens' | 'call'
  readonly input: string
  readonly output: string
  readonly call: string
}

type FieldName = 'input' | 'output' | 'call'
const fieldsOf = ({ kind }: PriceEntry): readonly FieldName[] => (kind === 'call' ? ['call'] : ['input', 'output'])

/** What is wrong with each field; empty: nothing. */
function problemsOf(entry: PriceEntry, unit: PriceUnit, t: Text): Readonly<Partial<Record<FieldName, string>>> {
  // An output price is stored relative to the input price, which a free one has no room for.
  const hasNoBase = unit === 'dollars' && numberIn(entry.input) === 0
  const problems = fieldsOf(entry).flatMap((name) => {
    const value = numberIn(entry[name])
    if (value === undefined || Number.isNaN(value)) return [[name, t('form.notNumber')] as const]
    if (name === 'call' && value === 0) return [[name, t('price.zero')] as const]
    return name === 'output' && hasNoBase && value > 0 ? [[name, t('price.lock.inputFirst')] as const] : []
  })
  return Object.fromEntries(problems)
}

/** The book with this price for a model. */
function pricedBy(book: PriceBook, model: string, entry: PriceEntry, unit: PriceUnit): PriceBook {
  const set = (sofar: PriceBook, column: typeof perCall | undefined, text: string) =>
    column ? withShown(sofar, { column, model, text: text.trim(), unit }) : sofar
  if (entry.kind === 'call') return set(book, perCall, entry.call)
  const of = (name: string) => tokenColumns.find((column) => column.name === name)
  return set(set(book, of('freshInput'), entry.input), of('output'), entry.output)
}

interface PriceChoiceProps {
  readonly entry: PriceEntry
  readonly onChange: (entry: PriceEntry) => void
  /** Shows what is missing too, not only what is wrong. */
  readonly showsAll: boolean
  readonly onEnter: () => void
}

/** Per call, or input and output, in the unit of the table. */
function PriceChoice({ entry, onChange, showsAll, onEnter }: PriceChoiceProps) {
  const t = useText()
  const { unit } = useDesk()
  const problems = problemsOf(entry, unit, t)
  const labels: Readonly<Record<FieldName, string>> = {
    input: t(unit === 'dollars' ? 'price.inputDollars' : 'price.inputRatio'),
    output: t(unit === 'dollars' ? 'price.outputDollars' : 'price.outputRatio'),
    call: t('price.callDollars'),
  }
  return (
    <>
      <Segmented
        label={t('price.billing')}
        value={entry.kind}
        onChange={(kind) => onChange({ ...entry, kind })}
        choices={[
          { value: 'tokens', label: t('price.byTokens') },
          { value: 'call', label: t('price.byCall') },
        ]}
      />
      <div className="price-fields">
        {fieldsOf(entry).map((name) => (
          <TextInput
            key={name}
            kind="number"
            label={labels[name]}
            value={entry[name]}
            onChange={(text) => onChange({ ...entry, [name]: text })}
            error={showsAll || entry[name].trim() !== '' ? problems[name] : undefined}
            onEnter={onEnter}
          />
        ))}
      </div>
    </>
  )
}

/** Models that are served and have no price, of which several get the same one at once. */
export function UnpricedModels({ unpriced }: { readonly unpriced: UnpricedView }) {
  const t = useText()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [asked, setPage] = useState(1)
  const { models, error, refresh, waiting } = unpriced
  if (!models) return error ? <ErrorState error={error} onRetry={refresh} /> : <SkeletonLines count={6} />
  const page = Math.min(asked, Math.max(1, Math.ceil(models.length / ROWS)))
  const rows = models.slice((page - 1) * ROWS, page * ROWS)
  const picked = models.filter((model) => chosen.has(model))
  const choose = (names: readonly string[], isOn: boolean) =>
    setChosen((old) => new Set(isOn ? [...old, ...names] : [...old].filter((name) => !names.includes(name))))
  return (
    <div className="unpriced">
      {waiting.length > 0 && <Banner tone="amber">{t('price.unpricedWaiting', { count: waiting.length })}</Banner>}
      {models.length === 0 ? (
        <EmptyState icon={<OkIcon />} title={t('price.allPriced')} text={t('price.allPricedText')} />
      ) : (
        <>
          <p className="text2">{t('price.unpricedHelp')}</p>
          <div className="unpriced-head">
            <Check isOn={picked.length === models.length} isPartly={picked.length > 0} onChange={(isOn) => choose(models, isOn)}>
              {t('price.unpricedAll', { count: models.length })}
            </Check>
            {picked.length > 0 && <span className="text2">{t('price.unpricedChosen', { count: picked.length })}</span>}
          </div>
          <ul className="unpriced-list" aria-label={t('price.tab.unpriced')}>
            {rows.map((model) => (
              <li key={model}>
                <Check isOn={chosen.has(model)} onChange={(isOn) => choose([model], isOn)}>
                  <code>{model}</code>
                </Check>
              </li>
            ))}
          </ul>
          <Pager state={{ page, size: ROWS, setPage }} total={models.length} />
          <BatchPrice models={picked} onDone={() => setChosen(new Set())} />
        </>
      )}
    </div>
  )
}

/** One price for all chosen models. */
function BatchPrice({ models, onDone }: { readonly models: readonly string[]; readonly onDone: () => void }) {
  const t = useText()
  const { book, change, unit } = useDesk()
  const [entry, setEntry] = useState<PriceEntry>(empty)
  const [wasTried, setWasTried] = useState(false)
  const isRight = models.length > 0 && Object.keys(problemsOf(entry, unit, t)).length === 0
  const set = () => {
    setWasTried(!isRight)
    if (!isRight) return
    change((old) =>
      withBook(
        old,
        models.reduce((sofar, model) => pricedBy(sofar, model, entry, unit), book),
      ),
    )
    toast.done(t('price.batchDone', { count: models.length }))
    setEntry(empty)
    onDone()
  }
  return (
    <section className="price-form batch-price" aria-label={t('price.batchTitle')}>
      <PriceChoice entry={entry} onChange={setEntry} showsAll={wasTried} onEnter={set} />
      {wasTried && models.length === 0 && (
        <div className="field-error" role="alert">
          {t('price.batchNone')}
        </div>
      )}
      <div>
        <Button kind="primary" onClick={set}>
          {t('price.batchSet')}
        </Button>
      </div>
    </section>
  )
}

/** Gives a model that has no price one, by its name. It stands in the table afterwards, not saved. */
export function AddModel({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const t = useText()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('price.addModel')} width={452}>
      <AddForm onClose={onClose} />
    </Dialog>
  )
}

function AddForm({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const { book, change, unit } = useDesk()
  const [name, setName] = useState('')
  const [entry, setEntry] = useState<PriceEntry>(empty)
  const [wasTried, setWasTried] = useState(false)
  const model = name.trim()
  const isTaken = Object.values(book).some((map) => Object.hasOwn(map, model))
  const nameError = model === '' ? t('price.nameMissing') : isTaken ? t('price.nameTaken') : undefined
  const isRight = nameError === undefined && Object.keys(problemsOf(entry, unit, t)).length === 0
  const add = () => {
    setWasTried(true)
    if (!isRight) return
    change((old) => withBook(old, pricedBy(book, model, entry, unit)))
    onClose()
  }
  return (
    <div className="price-form">
      <TextInput
        label={t('price.modelName')}
        value={name}
        onChange={setName}
        error={isTaken || wasTried ? nameError : undefined}
        hint={t('price.modelNameHint')}
        onEnter={add}
        takesFocus
      />
      <PriceChoice entry={entry} onChange={setEntry} showsAll={wasTried} onEnter={add} />
      <div className="price-form-buttons">
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <Button kind="primary" onClick={add}>
          {t('price.addModel')}
        </Button>
      </div>
    </div>
  )
}
