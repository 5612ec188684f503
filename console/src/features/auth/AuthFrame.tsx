import type { ReactNode } from 'react'
import { useSystemName } from '~/session/status'
import { Footer } from '~/shell/Footer'
import { ThemeAndLanguage } from '~/shell/top-bar/ThemeAndLanguage'
import { Mark } from '~/ui/kit'
import './login.css'

export interface AuthFrameProps {
  /** On the browser's tab. */
  readonly title: string
  readonly heading: string
  /** Below the card: where else to go. */
  readonly below?: ReactNode
  readonly children: ReactNode
}

/** A page with one card in its middle, for people who are not logged in. */
export function AuthFrame({ title, heading, below, children }: AuthFrameProps) {
  const name = useSystemName()
  return (
    <div className="login">
      <title>{`${title} · ${name}`}</title>
      <header className="login-tools">
        <ThemeAndLanguage />
      </header>
      <main className="login-main">
        <Mark size={44} />
        <h1>{heading}</h1>
        <div className="login-card">{children}</div>
        {below !== undefined && <p className="login-below">{below}</p>}
      </main>
      <Footer />
    </div>
  )
}
