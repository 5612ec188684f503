import { type ReactNode, useState } from 'react'
import { useText } from '~/i18n'
import { usePublicStatus } from '~/session/status'
import { HumanCheck } from './HumanCheck.tsx'

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
