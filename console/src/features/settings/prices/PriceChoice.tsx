import { type Text, useText } from '~/i18n'
import { Segmented, TextInput } from '~/ui/kit'
import { numberIn } from '~/ui/prices/table-edits'
import { useDesk } from './desk.ts'
import { type PriceBook, type PriceUnit, withShown } from './price-book.ts'
import { perCall, tokenColumns } from './price-columns.ts'

/** One price for a model or many: per call, or of input and output. As typed. */
export interface PriceEntry {
  readonly kind: 'tokens' | 'call'
  readonly input: string
  readonly output: string
  readonly call: string
}

type FieldName = 'input' | 'output' | 'call'
const fieldsOf = ({ kind }: PriceEntry): readonly FieldName[] => (kind === 'call' ? ['call'] : ['input', 'output'])

/** What is wrong with each field; empty: nothing. */
export function problemsOf(entry: PriceEntry, unit: PriceUnit, t: Text): Readonly<Partial<Record<FieldName, string>>> {
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
export function pricedBy(book: PriceBook, model: string, entry: PriceEntry, unit: PriceUnit): PriceBook {
  const set = (sofar: PriceBook, column: typeof perCall | undefined, text: string) =>
    column ? withShown(sofar, { column, model, text: text.trim(), unit }) : sofar
  if (entry.kind === 'call') return set(book, perCall, entry.call)
  const of = (name: string) => tokenColumns.find((column) => column.name === name)
  return set(set(book, of('freshInput'), entry.input), of('output'), entry.output)
}

export interface PriceChoiceProps {
  readonly entry: PriceEntry
  readonly onChange: (entry: PriceEntry) => void
  /** Shows what is missing too, not only what is wrong. */
  readonly showsAll: boolean
  readonly onEnter: () => void
}

/** Per call, or input and output, in the unit of the table. */
export function PriceChoice({ entry, onChange, showsAll, onEnter }: PriceChoiceProps) {
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
