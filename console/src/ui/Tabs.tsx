import { Tabs as AntTabs } from 'antd'
import type { ReactNode } from 'react'
import { Tag } from './Tag.tsx'
import './tabs.css'

export interface Tab<Key extends string = string> {
  readonly key: Key
  readonly label: string
  /** Behind the label: how many there are, or what needs a person. */
  readonly badge?: { readonly text: string | number; readonly tone?: 'amber' | 'red' | 'neutral' } | undefined
  /** Drawn with its first visit and kept from then on. Absent: the page draws what belongs to the tab itself. */
  readonly content?: ReactNode
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

/** Pages within a page. Arrow keys move; where they do not fit, the line scrolls and a menu holds the rest. */
export function Tabs<Key extends string>({ label, tabs, value, onChange, aside }: TabsProps<Key>) {
  const hasContent = tabs.some((tab) => tab.content !== undefined)
  return (
    <AntTabs
      className={`tabs ${hasContent ? '' : 'only-bar'}`}
      aria-label={label}
      activeKey={value}
      // Sound: antd gives back one of the keys that it was given.
      onChange={(key) => onChange(key as Key)}
      tabBarExtraContent={aside}
      items={tabs.map((tab) => ({
        key: tab.key,
        children: tab.content,
        label: tab.badge ? (
          <span className="tab-label">
            {tab.label} <Tag tone={tab.badge.tone ?? 'neutral'}>{tab.badge.text}</Tag>
          </span>
        ) : (
          tab.label
        ),
      }))}
    />
  )
}
