import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useText } from '~/i18n'
import { Button, ChevronLeftIcon, ErrorState, SkeletonLines, useIsPhone } from '~/ui/kit'
import './master-detail.css'

export interface MasterItem<Key extends string | number> {
  readonly key: Key
  readonly title: string
  /** Stands out until it is read: a heavier title and what stands at its right. */
  readonly isUnread?: boolean
  /** At the right of the title: a tag. */
  readonly aside?: ReactNode
  /** At most two lines of it are shown. */
  readonly preview?: string
  /** Below: when. */
  readonly meta?: ReactNode
}

interface MasterDetailProps<Key extends string | number> {
  /** What is listed; read aloud. */
  readonly label: string
  readonly items: readonly MasterItem<Key>[]
  /** undefined: none is open. */
  readonly openKey: Key | undefined
  /** undefined: back to the list, on a phone. */
  readonly onOpen: (key: Key | undefined) => void
  /** What is open; the caller draws it. */
  readonly detail: ReactNode
  /** In place of the detail while none is open; not on a phone. */
  readonly noDetail: ReactNode
  /** In place of the list when it has nothing in it. */
  readonly empty: ReactNode
  /** Below the list: `Pager`. */
  readonly foot?: ReactNode
  readonly isLoading?: boolean
  readonly error?: unknown
  readonly onRetry?: () => unknown
}

/**
 * A list at the left, the open item at the right. On a phone one replaces the other, with a back button. Arrow keys, Home and End move in
 * the list, Enter opens.
 */
export function MasterDetail<Key extends string | number>(props: MasterDetailProps<Key>) {
  const isPhone = useIsPhone()
  const isOpen = props.openKey !== undefined
  if (!props.isLoading && props.error === undefined && props.items.length === 0 && !isOpen)
    return <section className="master-detail empty-list">{props.empty}</section>
  return (
    <section className="master-detail">
      {!(isPhone && isOpen) && <Master {...props} />}
      {!(isPhone && !isOpen) && <Detail {...props} isPhone={isPhone} />}
    </section>
  )
}

function Master<Key extends string | number>(props: MasterDetailProps<Key>) {
  const { label, items, openKey, onOpen, foot, isLoading, error, onRetry } = props
  const list = useRef<HTMLUListElement>(null)
  // One stop for the tab key: the open one, else the first.
  const stop = items.some(({ key }) => key === openKey) ? openKey : items[0]?.key
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = buttons.findIndex((button) => button.matches(':focus'))
    const next = { ArrowDown: Math.min(at + 1, buttons.length - 1), ArrowUp: Math.max(at - 1, 0), Home: 0, End: buttons.length - 1 }[
      event.key
    ]
    if (next === undefined) return
    event.preventDefault()
    buttons[next]?.focus()
  }
  return (
    <div className="master">
      {isLoading ? (
        <div className="master-wait">
          <SkeletonLines count={8} />
        </div>
      ) : error !== undefined ? (
        <ErrorState error={error} onRetry={onRetry} />
      ) : (
        <ul aria-label={label} ref={list} onKeyDown={onKeyDown}>
          {items.map((item) => (
            <li key={item.key}>
              <MasterRow item={item} isOpen={item.key === openKey} isStop={item.key === stop} onOpen={() => onOpen(item.key)} />
            </li>
          ))}
        </ul>
      )}
      {foot}
    </div>
  )
}

interface MasterRowProps {
  readonly item: MasterItem<string | number>
  readonly isOpen: boolean
  readonly isStop: boolean
  readonly onOpen: () => void
}

function MasterRow({ item, isOpen, isStop, onOpen }: MasterRowProps) {
  return (
    <button
      type="button"
      className={`master-row ${item.isUnread ? 'unread' : ''}`}
      aria-current={isOpen || undefined}
      tabIndex={isStop ? 0 : -1}
      onClick={onOpen}
    >
      <span className="master-title">
        <span className="grow">{item.title}</span>
        {item.aside}
      </span>
      {item.preview !== undefined && <span className="master-preview">{item.preview}</span>}
      {item.meta !== undefined && <span className="master-meta">{item.meta}</span>}
    </button>
  )
}

function Detail<Key extends string | number>({
  openKey,
  onOpen,
  detail,
  noDetail,
  isPhone,
}: MasterDetailProps<Key> & { isPhone: boolean }) {
  const t = useText()
  const pane = useRef<HTMLDivElement>(null)
  // Another one begins at its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each one that is opened
  useEffect(() => {
    // Newer browsers give a promise back, which React would take for a clean-up.
    pane.current?.scrollTo(0, 0)
  }, [openKey])
  return (
    <div className="detail" ref={pane} tabIndex={isPhone ? undefined : 0}>
      {isPhone && (
        <div className="detail-back">
          <Button kind="text" icon={<ChevronLeftIcon />} onClick={() => onOpen(undefined)}>
            {t('action.back')}
          </Button>
        </div>
      )}
      {openKey === undefined ? noDetail : detail}
    </div>
  )
}
