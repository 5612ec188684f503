import { Popover } from 'antd'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { BottomSheet } from '../dialog/BottomSheet.tsx'
import { CalendarIcon, ChevronDownIcon } from '../icons.ts'
import type { DayRangePanelProps } from './DayRangePanel.tsx'
import './day-range.css'
import { useIsPhone } from '../use-phone.ts'

const DayRangePanel = lazy(() => import('./DayRangePanel.tsx'))

export interface DayRangeProps extends DayRangePanelProps {
  /** What is chosen here; read aloud and the title on a phone. */
  readonly label: string
  /** What is chosen now, in words. */
  readonly text: string
}

/** A span of whole days: the usual ones, or two dates. A menu next to the button, on a phone a sheet. */
export function DayRange({ label, text, ...span }: DayRangeProps) {
  const isPhone = useIsPhone()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const panel = <Panel {...span} onDone={close} />
  const button = { label, text, isOpen }
  if (isPhone) {
    return (
      <>
        <RangeButton {...button} onClick={() => setIsOpen(true)} />
        <BottomSheet isOpen={isOpen} onClose={close} title={label}>
          {panel}
        </BottomSheet>
      </>
    )
  }
  return (
    <Popover trigger="click" placement="bottomRight" arrow={false} open={isOpen} onOpenChange={setIsOpen} destroyOnHidden content={panel}>
      <RangeButton {...button} />
    </Popover>
  )
}

/** The panel, loaded when it is first opened. @param props.onDone closes it: a span was chosen */
function Panel({ choices, days, mostDays, onApply, onDone }: DayRangePanelProps & { readonly onDone: () => void }) {
  return (
    <Suspense fallback={<div className="day-range-panel" style={{ height: 170 }} />}>
      <DayRangePanel
        choices={choices.map((choice) => ({
          ...choice,
          choose() {
            choice.choose()
            onDone()
          },
        }))}
        days={days}
        mostDays={mostDays}
        onApply={(next) => {
          onApply(next)
          onDone()
        }}
      />
    </Suspense>
  )
}

interface RangeButtonProps extends ComponentProps<'button'> {
  readonly label: string
  readonly text: string
  readonly isOpen: boolean
}

/** What antd's popover puts on its trigger goes to the button. */
function RangeButton({ label, text, isOpen, className = '', ...rest }: RangeButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={`day-range ${className}`}
      aria-label={`${label}: ${text}`}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
    >
      <CalendarIcon />
      <span className="ellipsis">{text}</span>
      <ChevronDownIcon />
    </button>
  )
}
