import { Link } from '@tanstack/react-router'
import { useLanguage, useText } from '~/i18n'
import { numberText } from '~/ui/kit'
import { useAutoDisabledCount } from './auto-disabled.ts'
import { useMenu } from './use-menu.ts'

export interface MenuLinksProps {
  /** Only icons, and the groups divided by a line. */
  readonly isCollapsed: boolean
  readonly onGo?: () => void
}

/** The links of the side menu, in their groups. */
export function MenuLinks({ isCollapsed, onGo }: MenuLinksProps) {
  return useMenu().map((group) => (
    <div key={group.key} className="menu-group">
      {group.title !== undefined && <h2 className={isCollapsed ? 'unseen' : ''}>{group.title}</h2>}
      <ul>
        {group.entries.map((entry) => (
          <li key={entry.key}>
            <Link
              to={entry.to}
              className="menu-link"
              activeProps={{ 'aria-current': 'page' }}
              title={isCollapsed ? entry.label : undefined}
              onClick={onGo}
            >
              <entry.Icon />
              <span className={isCollapsed ? 'unseen' : 'ellipsis'}>{entry.label}</span>
              {entry.page === 'channels' && <AutoDisabled isCollapsed={isCollapsed} />}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ))
}

/** How many channels the gateway turned off; only admins have the entry that this stands at. */
function AutoDisabled({ isCollapsed }: { readonly isCollapsed: boolean }) {
  const t = useText()
  const language = useLanguage()
  const count = useAutoDisabledCount()
  if (count === 0) return null
  const words = t('shell.autoDisabled', { count })
  return (
    <span className={isCollapsed ? 'menu-mark' : 'menu-count'} title={words}>
      <span aria-hidden>{isCollapsed ? '' : numberText(count, language)}</span>
      <span className="unseen">{words}</span>
    </span>
  )
}
