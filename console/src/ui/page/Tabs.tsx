// antd has tabs too, but it puts buttons into the tab list, which screen readers take amiss, and scrolls by moving what is inside, which
// a finger or a page search cannot follow. These are a line that scrolls.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Tag } from '../text/Tag.tsx'
import './tabs.css'

export interface Tab<Key extends string = string> {
  readonly key: Key
  readonly label: string
  /** Behind the label: how many there are, or what needs a person. */
  readonly badge?: { readonly text: string | number; readonly tone?: 'amber' | 'red' | 'neutral' } | undefined
  /** Rendered at its first visit and then only hidden, so that nothing typed in it is lost. */
  readonly content: ReactNode
}

export interface TabsProps<Key extends string> {
  /** What the tabs divide; read aloud. */
  readonly label: string
  readonly tabs: readonly Tab<Key>[]
  readonly value: Key
  /** `useUrlChoice` gives value and setter of a tab in the address. */
  readonly onChange: (key: Key) => void
  /** At the right end of the line. */
  readonly aside?: ReactNode
}

/** Pages within a page. Arrow keys, Home and End move; where the tabs do not fit, their line scrolls. */
export function Tabs<Key extends string>({ label, tabs, value, onChange, aside }: TabsProps<Key>) {
  const id = useId()
  const line = useRef<HTMLDivElement>(null)
  const [visited, setVisited] = useState<ReadonlySet<Key>>(() => new Set([value]))
  if (!visited.has(value)) setVisited(new Set([...visited, value]))

  useEffect(() => {
    // Only sideways: a page that opens with its tabs further down stays at its top.
    const box = line.current
    const tab = box?.querySelector(`[data-tab="${value}"]`)?.getBoundingClientRect()
    if (!box || !tab) return
    const { left, right } = box.getBoundingClientRect()
    if (tab.left < left) box.scrollLeft -= left - tab.left
    else if (tab.right > right) box.scrollLeft += tab.right - right
  }, [value])

  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.key === value)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    const tab = next === undefined ? undefined : tabs.at(next % tabs.length)
    if (!tab) return
    event.preventDefault()
    onChange(tab.key)
    line.current?.querySelector<HTMLElement>(`[data-tab="${tab.key}"]`)?.focus()
  }

  return (
    <div className="tabs">
      <div className="tabs-head">
        <div role="tablist" aria-label={label} className="tabs-line" ref={line} onKeyDown={onKeyDown}>
          {tabs.map((tab) => (
            <TabButton
              key={tab.key}
              tab={tab}
              id={`${id}-${tab.key}`}
              isChosen={tab.key === value}
              hasPanel={visited.has(tab.key)}
              onClick={() => onChange(tab.key)}
            />
          ))}
        </div>
        {aside}
      </div>
      {tabs
        .filter((tab) => visited.has(tab.key))
        .map((tab) => (
          <div key={tab.key} role="tabpanel" id={`${id}-${tab.key}`} aria-labelledby={`${id}-${tab.key}-tab`} hidden={tab.key !== value}>
            {tab.content}
          </div>
        ))}
    </div>
  )
}

interface TabButtonProps {
  readonly tab: Tab
  /** Of its panel. */
  readonly id: string
  readonly isChosen: boolean
  readonly hasPanel: boolean
  readonly onClick: () => void
}

function TabButton({ tab: { key, label, badge }, id, isChosen, hasPanel, onClick }: TabButtonProps) {
  return (
    <button
      type="button"
      role="tab"
      id={`${id}-tab`}
      data-tab={key}
      aria-selected={isChosen}
      aria-controls={hasPanel ? id : undefined}
      tabIndex={isChosen ? 0 : -1}
      onClick={onClick}
    >
      {label}
      {badge && <Tag tone={badge.tone ?? 'neutral'}>{badge.text}</Tag>}
    </button>
  )
}
