import { useText } from '~/i18n'
import { Segmented, TextInput } from '~/ui/kit'
import { useDesk } from '../desk.ts'
import { type FieldName, fieldsOf, type PriceEntry, problemsOf } from './price-entry.ts'

interface PriceChoiceProps {
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
