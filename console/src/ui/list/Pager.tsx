import { PAGE_SIZES } from '@waystation/contract/page'
import { Pagination, Select } from 'antd'
import { useLanguage, useText } from '../../i18n/index.ts'
import { numberText } from '../number-format.ts'
import { useIsPhone } from '../use-phone.ts'
import './pager.css'
import type { ListState } from './list-state.ts'

/** Which rows these are, of how many; other pages; rows per page. */
export function Pager({ state, total }: { readonly state: ListState; readonly total: number }) {
  const t = useText()
  const language = useLanguage()
  const figure = (value: number) => numberText(value, language)
  const isPhone = useIsPhone()
  const from = (state.page - 1) * state.size + 1
  const words =
    total <= state.size && state.page === 1
      ? t('table.total', { count: total })
      : t('table.range', { from: figure(from), to: figure(Math.min(total, from + state.size - 1)), total: figure(total) })
  return (
    <nav className="pager" aria-label={t('table.pages')}>
      <span className="pager-words">{words}</span>
      <Pagination
        current={state.page}
        pageSize={state.size}
        total={total}
        showSizeChanger={false}
        showLessItems={isPhone}
        simple={isPhone ? { readOnly: true } : false}
        size="small"
        onChange={state.setPage}
      />
      <Select
        size="small"
        aria-label={t('table.pageSize')}
        value={state.size}
        popupMatchSelectWidth={false}
        options={PAGE_SIZES.map((size) => ({ value: size as number, label: t('table.perPage', { size }) }))}
        onChange={state.setSize}
      />
    </nav>
  )
}
