import { Link } from '@tanstack/react-router'
import { useText } from '~/i18n'
import { OutsideIcon } from '~/ui/icons'
import { useNavigation } from './navigation.ts'

/** The links on top, side by side. */
export function TopLinks() {
  const t = useText()
  const entries = useNavigation()
  return (
    <nav className="top-links" aria-label={t('shell.topMenu')}>
      {entries.map(({ key, label, to, href, isCurrent }) =>
        to === undefined ? (
          <a key={key} className="top-link" href={href} target="_blank" rel="noreferrer">
            {label}
            <OutsideIcon />
          </a>
        ) : (
          // What is current is ours to say: the console is many pages.
          <Link key={key} className="top-link" to={to} activeProps={{}} aria-current={isCurrent ? 'page' : undefined}>
            {label}
          </Link>
        ),
      )}
    </nav>
  )
}
