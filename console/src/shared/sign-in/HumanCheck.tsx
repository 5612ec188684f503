import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLanguage, useText } from '~/i18n'
import { usePublicStatus } from '~/session/status'
import { Button, FailedIcon, OkIcon, Spinner } from '~/ui/kit'
import { useThemeMode } from '~/ui/theme-mode'
import type { HumanCheckVendor } from './human-check.ts'
import { turnstile } from './turnstile.ts'
import './human-check.css'

export interface HumanCheckProps {
  /** The installation's key at the vendor. */
  readonly siteKey: string
  /** undefined: there is none yet, or it has expired. Until there is one nothing can be sent. */
  readonly onToken: (token: string | undefined) => void
  /** Default Cloudflare Turnstile. */
  readonly vendor?: HumanCheckVendor
}

type State = 'checking' | 'click' | 'passed' | 'failed'

/** A vendor's check that the user is human: a progress line, replaced by the vendor's box when it needs a click. */
export function HumanCheck({ siteKey, onToken, vendor = turnstile }: HumanCheckProps) {
  const t = useText()
  const { box, state, retry } = useVendorBox(siteKey, onToken, vendor)
  return (
    <div className="human-check">
      <div ref={box} className={state === 'click' ? 'human-check-box' : 'human-check-box away'} />
      {state !== 'click' && (
        <div className={`human-check-line ${state}`} role="status">
          {state === 'checking' ? <Spinner /> : state === 'passed' ? <OkIcon /> : <FailedIcon />}
          <span className="grow">{t(`auth.humanCheck.${state}`)}</span>
          {state === 'failed' ? (
            <Button size="small" onClick={retry}>
              {t('action.retry')}
            </Button>
          ) : (
            <span className="human-check-vendor">{vendor.name}</span>
          )}
        </div>
      )}
    </div>
  )
}

/** The vendor's box in the element of `box`, how far it is, and another try. */
function useVendorBox(siteKey: string, onToken: HumanCheckProps['onToken'], vendor: HumanCheckVendor) {
  const theme = useThemeMode()
  const language = useLanguage()
  const box = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<State>('checking')
  const [tries, setTries] = useState(0)
  const tell = useRef(onToken)
  useEffect(() => {
    tell.current = onToken
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try renders it anew
  useEffect(() => {
    let isGone = false
    let remove: (() => void) | undefined
    const turn = (next: State, token?: string) => {
      if (isGone) return
      setState(next)
      tell.current(token)
    }
    turn('checking')
    vendor.load().then(
      (script) => {
        if (isGone || !box.current) return
        remove = script.render(
          box.current,
          { siteKey, theme, language },
          {
            onToken: (token) => turn('passed', token),
            // The vendor's widget starts over by itself.
            onExpired: () => turn('checking'),
            onFailed: () => turn('failed'),
            onNeedsClick: () => turn('click'),
          },
        )
      },
      () => turn('failed'),
    )
    return () => {
      isGone = true
      remove?.()
    }
  }, [vendor, siteKey, theme, language, tries])

  return { box, state, retry: () => setTries(tries + 1) }
}

export interface HumanCheckGate {
  /** The vendor's widget; null where no check is needed. */
  readonly box: ReactNode
  /** Goes into the query of the call. Empty where no check is needed. */
  readonly token: string
  /** Why nothing can be sent yet; undefined: it can. */
  readonly waitReason: string | undefined
  /** Starts over: a token counts once. Call it after a call that failed, and after one that something else follows. */
  readonly renew: () => void
}

/** The bot check in front of a form, where the installation has it switched on. */
export function useHumanCheck(): HumanCheckGate {
  const t = useText()
  const status = usePublicStatus()
  const [token, setToken] = useState<string>()
  const [round, setRound] = useState(0)
  const isOn = status?.turnstile_check === true
  return {
    box: isOn ? <HumanCheck key={round} siteKey={status.turnstile_site_key} onToken={setToken} /> : null,
    token: isOn ? (token ?? '') : '',
    waitReason: isOn && token === undefined ? t('auth.humanCheck.wait') : undefined,
    renew: () => {
      if (!isOn) return
      setToken(undefined)
      setRound((before) => before + 1)
    },
  }
}
