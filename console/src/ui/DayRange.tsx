import { Popover } from 'antd'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { BottomSheet } from './BottomSheet.tsx'
import type { QuickChoice } from './form/QuickChoices.tsx'
import { CalendarIcon, ChevronDownIcon } from './icons.ts'
import './day-range.css'
import { useIsPhone } from './use-phone.ts'

const DayRangePanel = lazy(() => import('./DayRangePanel.tsx'))

/** Days as `2026-03-18`, by the calendar of the person; both are included. */
export interface Days {
  readonly from: string
  readonly to: string
}

export interface DayRangeProps {
  /** What is chosen here; read aloud and the title on a phone. */
  readonly label: string
  /** What is chosen now, in words. */
  readonly text: string
  /** The usual spans, by name. */
  readonly choices: readonly QuickChoice[]
  readonly days: Days
  /** No longer span can be applied. */
  readonly mostDays: number
  readonly onApply: (days: Days) => void
}

/** A span of whole days: the usual ones, or two dates. A menu beside the button, on a phone a sheet. */
export function DayRange({ label, text, choices, days, mostDays, onApply }: DayRangeProps) {
  const isPhone = useIsPhone()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const panel = (
    <Suspense fallback={<div className="day-range-panel" style={{ height: 170 }} />}>
      <DayRangePanel
        choices={choices.map((choice) => ({
          ...choice,
          choose() {
            choice.choose()
            close()
          },
        }))}
        days={days}
        mostDays={mostDays}
        onApply={(next) => {
          onApply(next)
          close()
        }}
      />
    </Suspense>
  )
  const button = (onClick?: () => void): ReactNode => (
    <button
      type="button"
      className="day-range"
      aria-label={`${label}: ${text}`}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={onClick}
    >
      <CalendarIcon />
      <span className="ellipsis">{text}</span>
      <ChevronDownIcon />
    </button>
  )
  if (isPhone) {
    return (
      <>
        {button(() => setIsOpen(true))}
        <BottomSheet isOpen={isOpen} onClose={close} title={label}>
          {panel}
        </BottomSheet>
      </>
    )
  }
  return (
    <Popover trigger="click" placement="bottomRight" arrow={false} open={isOpen} onOpenChange={setIsOpen} destroyOnHidden content={panel}>
      {button()}
    </Popover>
  )
}
