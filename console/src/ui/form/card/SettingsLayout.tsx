import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { useUrlState } from '../../url/url-state.ts'
import { LeaveGuard, useIsGuarded, useUnsavedForms } from '../LeaveGuard.tsx'
import { useCardInSight, useChosen } from './card-in-sight.ts'
import './settings.css'

export interface SettingsEntry {
  /** The id of its card. */
  readonly key: string
  readonly title: string
}

export interface SettingsLayoutProps {
  /** What the index lists; read aloud. */
  readonly label: string
  readonly cards: readonly SettingsEntry[]
  /** Entries at the end of the index that are shown alone, in place of the cards. What was typed in them stays while others are open. */
  readonly alone?: readonly SettingsEntry[]
  /** What is shown for the one of them that is open. */
  readonly renderAlone?: (key: string) => ReactNode
  /** A `SettingsCard` for each entry. */
  readonly children: ReactNode
}

/** The query's parameter that names the card that one looks at. */
const PARAMETER = 'card'

/**
 * Stacked cards with an index at the side, on a phone above. Leaving needs a confirmation while a card has unsaved changes; a `LeaveGuard`
 * around several layouts asks once for all of them, and lets `card` change freely.
 */
export function SettingsLayout({ label, cards, alone = [], renderAlone, children }: SettingsLayoutProps) {
  const isGuarded = useIsGuarded()
  const asked = useUrlState().params[PARAMETER]
  const open = alone.find(({ key }) => key === asked)?.key
  // What was opened once is only hidden afterwards.
  const [last, setLast] = useState(open)
  if (open !== undefined && open !== last) setLast(open)
  const layout = (
    <div className="settings">
      <Index label={label} cards={cards} alone={alone} />
      <div className="settings-cards" hidden={open !== undefined}>
        {children}
      </div>
      {last !== undefined && <div hidden={open === undefined}>{renderAlone?.(last)}</div>}
    </div>
  )
  return isGuarded ? layout : <LeaveGuard free={[PARAMETER]}>{layout}</LeaveGuard>
}

function Index({ label, cards, alone }: Required<Pick<SettingsLayoutProps, 'label' | 'cards' | 'alone'>>) {
  const t = useText()
  const { params, change } = useUrlState()
  const unsaved = useUnsavedForms()
  const asked = params[PARAMETER]
  const read = useCardInSight(cards)
  const [chosen, setChosen] = useChosen()
  const inSight = alone.find(({ key }) => key === asked)?.key ?? chosen ?? read
  const show = (key: string) => {
    document.getElementById(key)?.scrollIntoView({ block: 'start' })
    setChosen(cards.some((card) => card.key === key) ? key : undefined)
  }
  const goTo = useEffectEvent(show)
  useEffect(() => {
    if (asked !== undefined) goTo(asked)
  }, [asked])
  const follow = (event: MouseEvent, key: string) => {
    event.preventDefault()
    if (key === asked) show(key)
    else change({ [PARAMETER]: key }, true)
  }
  return (
    <nav className="settings-index side-index" aria-label={label}>
      {[...cards, ...alone].map(({ key, title }) => {
        const count = unsaved.get(key)
        return (
          <a key={key} href={`#${key}`} aria-current={key === inSight ? 'true' : undefined} onClick={(event) => follow(event, key)}>
            {title}
            {count !== undefined && (
              <i className="dot" style={{ background: 'var(--amberDot)' }} role="img" aria-label={t('kit.unsaved', { count })} />
            )}
          </a>
        )
      })}
    </nav>
  )
}
