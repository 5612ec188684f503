import type { ReactNode } from 'react'
import './sign-in-providers.css'

export interface SignInProvider {
  readonly key: string
  /** Its own name, the same in every language. */
  readonly name: string
  readonly icon: ReactNode
  /** Opens its page or its dialog. */
  readonly run: () => void
  /** The redirect to it has begun. */
  readonly isBusy?: boolean
}

export interface SignInProvidersProps {
  /** What they are for: "Log in with"; read aloud before each name. */
  readonly label: string
  /** Between the form above and the row: "or". Absent: no line. */
  readonly divider?: string
  /** Between the line and the row, such as the button for a passkey. */
  readonly first?: ReactNode
  readonly providers: readonly SignInProvider[]
}

/** More than this and there is no room for names in the buttons. */
const MAX_NAMED = 3

/** Other ways in below a form: up to three as named buttons in a row, more as icons with their names below. Nothing where there are none. */
export function SignInProviders({ label, divider, first, providers }: SignInProvidersProps) {
  if (providers.length === 0 && first === undefined) return null
  const isBusy = providers.some((provider) => provider.isBusy)
  return (
    <div className="sign-in-providers">
      {divider !== undefined && <div className="sign-in-divider">{divider}</div>}
      {first}
      {providers.length > 0 && (
        <ul className={providers.length > MAX_NAMED ? 'icons' : ''}>
          {providers.map(({ key, name, icon, run, isBusy: isThis }) => (
            <li key={key}>
              <button type="button" onClick={run} disabled={isBusy} aria-busy={isThis} aria-label={`${label} ${name}`}>
                {icon}
                {providers.length <= MAX_NAMED && <span>{name}</span>}
              </button>
              {providers.length > MAX_NAMED && <span aria-hidden>{name}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
