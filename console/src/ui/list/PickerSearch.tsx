import { Input } from 'antd'
import { useRef, useState } from 'react'
import { SearchIcon } from '../icons.ts'

/** Milliseconds of silence after which what was typed is searched. */
const PAUSE_MS = 300

/** The picker's search: while it is typed, after a pause. It may stand in a form, so Enter searches and sends nothing. */
export function PickerSearch({ label, onSearch }: { readonly label: string; readonly onSearch: (word: string) => void }) {
  const [typed, setTyped] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const searchAfter = (text: string, pauseMs: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onSearch(text.trim()), pauseMs)
  }
  return (
    <Input
      type="search"
      variant="borderless"
      aria-label={label}
      placeholder={label}
      prefix={<SearchIcon color="var(--text3)" />}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        searchAfter(target.value, target.value === '' ? 0 : PAUSE_MS)
      }}
      onPressEnter={(event) => {
        event.preventDefault()
        searchAfter(typed, 0)
      }}
    />
  )
}
