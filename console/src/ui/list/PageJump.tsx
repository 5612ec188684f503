import { Input } from 'antd'
import { useState } from 'react'
import { useText } from '../../i18n/index.ts'

interface PageJumpProps {
  /** How many pages there are. */
  readonly last: number
  readonly onJump: (page: number) => void
}

/** A page by its number, on Enter. What is beyond the end is the last page. */
export function PageJump({ last, onJump }: PageJumpProps) {
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
