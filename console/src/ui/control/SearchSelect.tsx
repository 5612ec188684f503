import { Select as AntSelect } from 'antd'
import { useRef, useState } from 'react'
import { messageOf } from '../../api/call-error.ts'
import { useText } from '../../i18n/index.ts'

export interface SearchChoice {
  readonly value: string
  readonly label: string
}

export interface SearchSelectProps {
  readonly label: string
  readonly value: string | undefined
  /** Shown while nothing is chosen. */
  readonly placeholder: string
  /** Called when the list opens, with '', and after each pause in typing. */
  readonly search: (word: string, signal: AbortSignal) => Promise<readonly SearchChoice[]>
  /** undefined: the choice was cleared. */
  readonly onChange: (value: string | undefined) => void
  /** px; absent: as wide as its place. */
  readonly width?: number
}

/** Debounce in milliseconds before the server is queried. */
const PAUSE_MS = 200

/** One of many that only the server knows: found by typing. */
export function SearchSelect({ label, value, placeholder, search, onChange, width }: SearchSelectProps) {
  const t = useText()
  const [found, setFound] = useState<readonly SearchChoice[]>([])
  const [state, setState] = useState<{ readonly isLoading: boolean; readonly failure?: string }>({ isLoading: false })
  const running = useRef<{ readonly timer: ReturnType<typeof setTimeout>; readonly stop: AbortController }>(undefined)

  const ask = (word: string, pauseMs: number) => {
    if (running.current) clearTimeout(running.current.timer)
    running.current?.stop.abort()
    const stop = new AbortController()
    setState({ isLoading: true })
    const load = async () => {
      try {
        const choices = await search(word.trim(), stop.signal)
        if (stop.signal.aborted) return
        setFound(choices)
        setState({ isLoading: false })
      } catch (error) {
        if (stop.signal.aborted) return
        setFound([])
        setState({ isLoading: false, failure: messageOf(error) })
      }
    }
    running.current = { stop, timer: setTimeout(load, pauseMs) }
  }

  return (
    <AntSelect
      aria-label={label}
      value={value ?? null}
      placeholder={placeholder}
      options={[...found]}
      showSearch={{ filterOption: false, onSearch: (word) => ask(word, PAUSE_MS) }}
      allowClear={{ label: t('action.clear') }}
      loading={state.isLoading}
      notFoundContent={state.isLoading ? t('table.loading') : (state.failure ?? t('table.noMatchTitle'))}
      onOpenChange={(isOpen) => isOpen && ask('', 0)}
      onChange={(next: string | null | undefined) => onChange(next ?? undefined)}
      popupMatchSelectWidth={false}
      style={{ width: width ?? '100%' }}
    />
  )
}
