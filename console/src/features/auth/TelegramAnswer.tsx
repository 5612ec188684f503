import { telegramLogin } from '@waystation/contract/api/oauth'
import { useEffect, useRef } from 'react'
import { messageOf } from '~/api/call-error'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { Spinner, toast, useUrlState } from '~/ui/kit'
import type { Entry } from './use-entry.tsx'

/** Logs in with what Telegram's widget put into the address, which is cleaned. A failure is a toast. */
export function TelegramAnswer({ entry: { enter } }: { readonly entry: Entry }) {
  const t = useText()
  const { params, change } = useUrlState()
  const { run } = useCall(telegramLogin, { isQuiet: true })
  const isSent = useRef(false)
  useEffect(() => {
    // React runs effects twice in development, and what Telegram says counts once.
    if (isSent.current) return
    isSent.current = true
    const { id, first_name, last_name, username, photo_url, auth_date, hash } = params
    const login = run({ query: { id, first_name, last_name, username, photo_url, auth_date, hash } })
    // What Telegram says counts once: when the second step is left, or the login has failed, it must not be sent again.
    login.catch(() => change({ ...nothing }, true))
    enter(login, params.returnTo).catch((error: unknown) => toast.failed(messageOf(error)))
  }, [params, run, enter, change])
  return (
    <p className="login-wait" role="status">
      <Spinner />
      {t('auth.callback.wait')}
    </p>
  )
}

/** Takes Telegram's fields out of the address. */
const nothing = {
  ...{ id: undefined, first_name: undefined, last_name: undefined, username: undefined },
  ...{ photo_url: undefined, auth_date: undefined, hash: undefined },
} as const
