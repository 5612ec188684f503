import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useText } from '../i18n/index.ts'
import { CloseIcon, SearchIcon } from './icons.ts'
import { useIsPhone } from './use-phone.ts'
import './command-palette.css'

export interface PaletteItem {
  readonly key: string
  readonly icon: ReactNode
  readonly name: string
  /** At the right: "Channel #27". */
  readonly kind: string
  readonly run: () => unknown
}

export interface PaletteGroup {
  readonly key: string
  /** Read aloud; on the screen a line divides the groups. */
  readonly label: string
  readonly items: readonly PaletteItem[]
}

export interface CommandPaletteProps {
  readonly title: string
  readonly placeholder: string
  readonly query: string
  readonly onQuery: (query: string) => void
  readonly groups: readonly PaletteGroup[]
  /** Below the rows: that it is searching, or that nothing matches. */
  readonly note?: string | undefined
  readonly onClose: () => void
}

/**
 * A field over a list of rows. Arrows choose, Enter runs, Escape closes; the focus stays inside and goes back to where it was.
 * Drawn with the browser's own dialog, which keeps everything behind it out of reach.
 */
export function CommandPalette({ title, placeholder, query, onQuery, groups, note, onClose }: CommandPaletteProps) {
  const t = useText()
  const isPhone = useIsPhone()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [chosenKey, setChosenKey] = useState<string>()
  const items = groups.flatMap((group) => group.items)
  const at = Math.max(
    0,
    items.findIndex((item) => item.key === chosenKey),
  )
  const chosen = items[at]
  const optionId = (key: string) => `${id}-${key}`

  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  useEffect(() => {
    if (chosen) document.getElementById(`${id}-${chosen.key}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, chosen])

  const run = (item: PaletteItem) => {
    onClose()
    item.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys that finish a Chinese word belong to the input method.
    if (event.nativeEvent.isComposing) return
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key]
    if (next !== undefined) setChosenKey(items.at(next % items.length)?.key)
    else if (event.key === 'Enter' && chosen && event.target instanceof HTMLInputElement) run(chosen)
    else return
    event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
      onKeyDown={onKeyDown}
    >
      <div className="palette-frame">
        <div className="palette-head">
          <SearchIcon />
          <input
            type="text"
            role="combobox"
            aria-label={placeholder}
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={chosen && optionId(chosen.key)}
            placeholder={placeholder}
            autoComplete="off"
            spellCheck={false}
            autoFocus
            value={query}
            onChange={(event) => {
              setChosenKey(undefined)
              onQuery(event.target.value)
            }}
          />
          <button type="button" className="palette-close" onClick={onClose}>
            {isPhone ? <CloseIcon /> : 'Esc'}
            <span className="unseen">{t('action.close')}</span>
          </button>
        </div>
        <div className="palette-list" id={`${id}-list`} role="listbox" aria-label={title}>
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
            <div key={group.key} role="group" aria-label={group.label} className="palette-group">
              {group.items.map((item) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard the field above chooses and runs
                <div
                  key={item.key}
                  id={optionId(item.key)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={item === chosen}
                  className="palette-row"
                  onClick={() => run(item)}
                  onPointerMove={() => setChosenKey(item.key)}
                >
                  {item.icon}
                  <span className="grow ellipsis">{item.name}</span>
                  <span className="palette-kind">{item.kind}</span>
                </div>
              ))}
            </div>
          ))}
        </div>
        <p className="palette-note" role="status">
          {note}
        </p>
      </div>
    </dialog>
  )
}
