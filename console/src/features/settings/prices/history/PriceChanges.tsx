import { useState } from 'react'
import { useLanguage, useText } from '~/i18n'
import { changeText, EmptyState, NoMatchIcon, Pager, SearchInput } from '~/ui/kit'
import { optionName } from '../../option-text.ts'
import { columnWord } from '../PresetReview.tsx'
import { moneyText, moveNumbers, type VersionChanges } from './price-moves.ts'

/** Lines per page. With more, they can be searched. */
const ROWS = 20

interface Line {
  readonly id: string
  /** The model or the group; empty in settings that are no maps. */
  readonly name: string
  readonly what: string
  readonly before: string | null
  readonly after: string | null
  readonly percent?: string | undefined
}

/** Prices before and after, one line a price: in dollars, and values of other settings as they are stored. */
export function PriceChanges({ changes }: { readonly changes: VersionChanges }) {
  const t = useText()
  const [page, setPage] = useState(1)
  const [word, setWord] = useState('')
  const all = useLines(changes)
  const lines = all.filter(({ name, what }) => `${name} ${what}`.toLowerCase().includes(word.trim().toLowerCase()))
  if (all.length === 0) return <EmptyState title={t('price.changedNothing')} text={t('price.noChangesText')} />
  return (
    <>
      {all.length > ROWS && (
        <SearchInput
          label={t('action.search')}
          value={word}
          onChange={(text) => {
            setWord(text)
            setPage(1)
          }}
        />
      )}
      {lines.length === 0 && <EmptyState icon={<NoMatchIcon />} title={t('kit.diffNoMatch')} text={t('price.unpricedNoMatch')} />}
      <div className="price-changes-scroller" hidden={lines.length === 0}>
        <table className="price-changes">
          <thead>
            <tr>
              <th scope="col">{t('price.model')}</th>
              <th scope="col">{t('price.priceOrSetting')}</th>
              <th scope="col">{t('price.before')}</th>
              <th scope="col">{t('price.after')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.slice((page - 1) * ROWS, page * ROWS).map(({ id, name, what, before, after, percent }) => (
              <tr key={id}>
                <th scope="row" className="mono">
                  {name === '' ? '–' : name}
                </th>
                <td>{what}</td>
                <td>{before === null ? <span className="text3">–</span> : <s>{before}</s>}</td>
                <td>
                  {after === null ? <span className="text3">{t('kit.removed')}</span> : <strong>{after}</strong>}
                  {percent !== undefined && <span className="price-changes-percent">{percent}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {lines.length > ROWS && <Pager state={{ page, size: ROWS, setPage }} total={lines.length} />}
    </>
  )
}

function useLines({ prices, others }: VersionChanges): readonly Line[] {
  const t = useText()
  const language = useLanguage()
  const money = (text: string | null) => (text === null ? null : moneyText(text))
  return [
    ...prices.map((move) => ({
      id: `${move.model} ${move.column}`,
      name: move.model,
      what: t(move.column === 'perCall' ? 'price.column.perCall' : 'price.perMillion', {
        price: t(`price.column.${columnWord(move.column)}`),
      }),
      before: money(move.before),
      after: money(move.after),
      percent: changeText(...moveNumbers(move)),
    })),
    ...others.map(({ key, name, before, after }) => ({ id: `${key} ${name}`, name, what: optionName(key, language), before, after })),
  ]
}
