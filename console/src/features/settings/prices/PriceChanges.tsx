import type { PriceChange } from '@waystation/contract/price-version'
import { useState } from 'react'
import { useLanguage, useText } from '~/i18n'
import { EmptyState, Pager } from '~/ui/kit'
import { optionName } from '../option-text.ts'

const ROWS = 20

/** Values before and after. */
export function PriceChanges({ changes }: { readonly changes: readonly PriceChange[] }) {
  const t = useText()
  const language = useLanguage()
  const [page, setPage] = useState(1)
  if (changes.length === 0) return <EmptyState title={t('price.changedNothing')} text={t('price.noChangesText')} />
  const rows = changes.slice((page - 1) * ROWS, page * ROWS)
  return (
    <>
      <div className="price-changes-scroller">
        <table className="price-changes">
          <thead>
            <tr>
              <th scope="col">{t('price.model')}</th>
              <th scope="col">{t('price.setting')}</th>
              <th scope="col">{t('price.before')}</th>
              <th scope="col">{t('price.after')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, before, after }) => (
              <tr key={`${key} ${name}`}>
                <th scope="row" className="mono">
                  {name === '' ? '–' : name}
                </th>
                <td>{optionName(key, language)}</td>
                <td>{before === null ? <span className="text3">–</span> : <s>{before}</s>}</td>
                <td>{after === null ? <span className="text3">{t('kit.removed')}</span> : <strong>{after}</strong>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {changes.length > ROWS && <Pager state={{ page, size: ROWS, setPage }} total={changes.length} />}
    </>
  )
}
