import { Link } from '@tanstack/react-router'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { useIsAdmin } from '~/session/user'
import { menu } from './menu.ts'

/** The links of the side menu, in their groups. Collapsed, only icons. */
export function MenuLinks({ isCollapsed, onGo }: { readonly isCollapsed: boolean; readonly onGo?: () => void }) {
  const t = useText()
  const isAdmin = useIsAdmin()
  return menu
    .filter((group) => isAdmin || !group.isForAdmins)
    .map((group) => (
      <div key={group.title} className="menu-group">
        {!isCollapsed && <h2>{t(group.title)}</h2>}
        <ul>
          {group.entries.map(({ page, label, Icon }) => (
            <li key={page}>
              <Link
                to={paths[page]()}
                className="menu-link"
                activeProps={{ 'aria-current': 'page' }}
                title={isCollapsed ? t(label) : undefined}
                onClick={onGo}
              >
                <Icon />
                <span className={isCollapsed ? 'unseen' : ''}>{t(label)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    ))
}
