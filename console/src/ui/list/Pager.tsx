import { PAGE_SIZES } from '@waystation/contract/values/page'
import { Input, Pagination, Select } from 'antd'
import { useState } from 'react'
import { useLanguage, useText } from '../../i18n/index.ts'
import { numberText } from '../number-format.ts'
import { useIsPhone } from '../use-phone.ts'
import type { ListState } from './list-state.ts'
import './pager.css'

interface PageJumpProps {
  /** How many pages there are. */
  readonly last: number
  readonly onJump: (page: number) => void
}

/** A page by its number, on Enter. What is beyond the end is the last page. */
function PageJump({ last, onJump }: PageJumpProps) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const jump = () => {
    const page = Math.trunc(Number(typed))
    setTyped('')
    if (page >= 1) onJump(Math.min(page, last))
  }
  return (
    <span className="pager-jump">
      <span aria-hidden>{t('table.goToPage')}</span>
      <Input
        size="small"
        inputMode="numeric"
        aria-label={t('table.goToPage')}
        value={typed}
        onChange={({ target }) => setTyped(target.value.replace(/\D/g, ''))}
        onPressEnter={jump}
        onBlur={() => setTyped('')}
      />
    </span>
  )
}

interface PagerProps {
  /** Without `setSize` the rows per page are fixed. */
  readonly state: Pick<ListState, 'page' | 'size' | 'setPage'> & Partial<Pick<ListState, 'setSize'>>
  readonly total: number
  /** There are more rows than `total`, uncounted; pages are offered as far as rows are counted. */
  readonly hasMore?: boolean | undefined
  /** What stands on the page in the list's own words, such as `10 tags · 36 channels`: where rows are grouped, `total` counts groups. */
  readonly words?: string | undefined
  /** In a narrow column: only back, on, and the number of the page, which can be typed. */
  readonly isNarrow?: boolean
}

/** With more pages than this, there is a field for the page number. */
const FEW_PAGES = 7

/** Which rows these are, of how many; other pages; rows per page. */
export function Pager({ state, total, hasMore = false, words, isNarrow = false }: PagerProps) {
  const t = useText()
  const language = useLanguage()
  const figure = (value: number) => numberText(value, language)
  const isPhone = useIsPhone()
  const from = (state.page - 1) * state.size + 1
  const isWhole = total <= state.size && state.page === 1
  const range = t(hasMore ? 'table.rangeOfMore' : 'table.range', {
    from: figure(from),
    to: figure(Math.min(total, from + state.size - 1)),
    total: figure(total),
  })
  const hasMany = total > state.size * FEW_PAGES
  return (
    <nav className="pager" aria-label={t('table.pages')}>
      <span className="pager-words">
        {isWhole ? (words ?? t('table.total', { count: total })) : words === undefined ? range : `${range} · ${words}`}
      </span>
      <Pagination
        current={state.page}
        pageSize={state.size}
        total={total}
        showSizeChanger={false}
        showLessItems={isPhone}
        simple={isNarrow ? true : isPhone ? { readOnly: !hasMany } : false}
        size="small"
        onChange={(page) => state.setPage(page)}
      />
      {hasMany && !isPhone && !isNarrow && <PageJump last={Math.ceil(total / state.size)} onJump={(page) => state.setPage(page)} />}
      {state.setSize && (
        <Select
          size="small"
          aria-label={t('table.pageSize')}
          value={state.size}
          popupMatchSelectWidth={false}
          options={PAGE_SIZES.map((size: number) => ({ value: size, label: t('table.perPage', { size }) }))}
          onChange={state.setSize}
        />
      )}
    </nav>
  )
}
