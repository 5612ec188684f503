import { Link } from '@tanstack/react-router'
import { useText } from '~/i18n'
import { useNavigation } from './navigation.ts'

/** On a phone, the links of the top bar below those of the menu; the console itself is where one is. */
export function PhoneTopLinks({ onGo }: { readonly onGo: () => void }) {
  const t = useText()
  return (
    <nav className="menu-group" aria-label={t('shell.topMenu')}>
      <ul>
        {useNavigation()
          .filter(({ isCurrent }) => !isCurrent)
          .map(({ key, label, Icon, to, href }) => (
            <li key={key}>
              {to === undefined ? (
                <a className="menu-link" href={href} target="_blank" rel="noreferrer" onClick={onGo}>
                  <Icon />
                  {label}
                </a>
              ) : (
                <Link className="menu-link" to={to} onClick={onGo}>
                  <Icon />
                  {label}
                </Link>
              )}
            </li>
          ))}
      </ul>
    </nav>
  )
}
