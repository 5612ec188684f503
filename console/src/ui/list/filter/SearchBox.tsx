import { Input, type InputRef } from 'antd'
import { useRef } from 'react'
import { useText } from '../../../i18n/index.ts'
import { useSlashKey } from '../../hits/use-slash-key.ts'
import { useTyped } from '../../hits/use-typed.ts'
import { SearchIcon } from '../../icons.ts'
import type { ListState } from '../list-state.ts'
import type { SearchFilter } from './filter.ts'

/** Silence after which what was typed is searched. */
const PAUSE_MS = 300

/** Text that is searched while it is typed. `/` anywhere on the page brings the focus here. */
export function SearchBox({
  filter,
  state,
  hasKey,
}: {
  readonly filter: SearchFilter
  readonly state: ListState
  readonly hasKey: boolean
}) {
  const t = useText()
  const given = state.filters[filter.name] ?? ''
  const [typed, setTyped] = useTyped(given)
  const input = useRef<InputRef>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const search = (text: string) => {
    clearTimeout(timer.current)
    if (text.trim() !== given) state.setFilters({ [filter.name]: text.trim() }, true)
  }

  useSlashKey(input, hasKey)

  return (
    <Input
      ref={input}
      className="search-box"
      type="search"
      aria-label={filter.label}
      placeholder={filter.placeholder ?? filter.label}
      prefix={<SearchIcon color="var(--text3)" />}
      suffix={hasKey && typed === '' ? <kbd>/</kbd> : <span />}
      allowClear={typed !== ''}
      value={typed}
      title={t('action.search')}
      onChange={(event) => {
        const text = event.target.value
        setTyped(text)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => search(text), text === '' ? 0 : PAUSE_MS)
      }}
      onPressEnter={() => search(typed)}
    />
  )
}
