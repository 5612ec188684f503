import { Command, useCommandState } from 'cmdk'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useText } from '../../i18n/index.ts'
import { CloseIcon, SearchIcon } from '../icons.ts'
import { useIsPhone } from '../use-phone.ts'
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
  /** The heading. */
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
export function CommandPalette({ title, groups, note, onClose, ...head }: CommandPaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    input.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])

  const run = (item: PaletteItem) => {
    onClose()
    item.run()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard Escape closes it
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
    >
      <Command className="palette-frame" label={head.placeholder} shouldFilter={false} vimBindings={false} loop>
        <PaletteHead {...head} input={input} onClose={onClose} />
        <Command.List className="palette-list" label={title}>
          {groups.map((group) => (
            <Rows key={group.key} group={group} onRun={run} />
          ))}
        </Command.List>
        <p className="palette-note" role="status">
          {note}
        </p>
      </Command>
    </dialog>
  )
}

function Rows({ group, onRun }: { readonly group: PaletteGroup; readonly onRun: (item: PaletteItem) => void }) {
  return (
    <Command.Group value={group.key} heading={group.label} className="palette-group">
      {group.items.map((item) => (
        <Command.Item key={item.key} value={item.key} className="palette-row" onSelect={() => onRun(item)}>
          {item.icon}
          <span className="grow ellipsis">{item.name}</span>
          <span className="palette-kind">{item.kind}</span>
        </Command.Item>
      ))}
    </Command.Group>
  )
}

interface PaletteHeadProps extends Pick<CommandPaletteProps, 'placeholder' | 'query' | 'onQuery' | 'onClose'> {
  readonly input: RefObject<HTMLInputElement | null>
}

function PaletteHead({ placeholder, query, onQuery, onClose, input }: PaletteHeadProps) {
  const t = useText()
  const isPhone = useIsPhone()
  useAnnouncedRow(input)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps keys from the list
    <div className="palette-head" onKeyDown={keepOwnKeys}>
      <SearchIcon />
      <Command.Input ref={input} placeholder={placeholder} value={query} onValueChange={onQuery} />
      <button type="button" className="palette-close" onClick={onClose}>
        {isPhone ? <CloseIcon /> : 'Esc'}
        <span className="unseen">{t('action.close')}</span>
      </button>
    </div>
  )
}

/**
 * Names the chosen row to screen readers. The library does so only after an arrow key, and after a search it may name a row that is not
 * chosen any more (dip/cmdk#413).
 */
function useAnnouncedRow(input: RefObject<HTMLInputElement | null>): void {
  // Draws the field again when another row is chosen, so that the effect sees it.
  useCommandState((state) => state.value)
  useEffect(() => {
    const row = input.current?.closest('[cmdk-root]')?.querySelector('[cmdk-item][aria-selected="true"]')
    if (row) input.current?.setAttribute('aria-activedescendant', row.id)
    else input.current?.removeAttribute('aria-activedescendant')
  })
}

/** Home and End move in the text, and Enter on the button is the button's. */
function keepOwnKeys(event: KeyboardEvent): void {
  const isButton = !(event.target instanceof HTMLInputElement)
  if (event.key === 'Home' || event.key === 'End' || (event.key === 'Enter' && isButton)) event.stopPropagation()
}
