import { useNavigate } from '@tanstack/react-router'
import type { getSelf } from '@waystation/contract/api/people/session'
import type { CallData } from '@waystation/contract/channels/endpoint'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { CallError } from '~/api/call-error'
import { needAllWords, useText } from '~/i18n'
import { paths } from '~/paths'
import { readText, writeText } from '~/session/local-store'
import { refreshStatus } from '~/session/status'
import { rememberUser } from '~/session/user'
import { isObject } from '~/shared/is-object'
import { Spinner, toast } from '~/ui/kit'

// Its words are among the console's, which come next anyway.
const SecondStep = lazy(async () => {
  const [page] = await Promise.all([import('./SecondStep.tsx'), needAllWords()])
  return page
})

export interface Entry {
  /**
   * Waits for a login, however it is done. The user is remembered and goes to where they wanted to go, or the second step opens.
   * @returns false when nobody has logged in: an account of another site was linked
   * @throws CallError
   */
  readonly enter: (login: Promise<CallData<typeof getSelf> | null>, returnTo: string | undefined) => Promise<boolean>
  /** The second step, in place of the page's forms; null while no login needs one. */
  readonly step: ReactNode
  /** Why the last second step ended without a login, such as that it took too long. */
  readonly notice: string | undefined
}

/** What follows a login. @param onBack called when the user leaves the second step; with a reason when the login has to begin again */
export function useEntry(onBack?: (reason: string | undefined) => void): Entry {
  const goOn = useGoOn()
  const [waiting, setWaiting] = useState<{ readonly returnTo: string | undefined }>()
  const [notice, setNotice] = useState<string>()
  const enter: Entry['enter'] = async (login, returnTo) => {
    setNotice(undefined)
    try {
      const user = await login
      if (user) await goOn(user, returnTo)
      return user !== null
    } catch (error) {
      if (!(error instanceof CallError && error.code === 'second_factor_needed')) throw error
      setWaiting({ returnTo })
      return true
    }
  }
  const leave = (reason?: string) => {
    setWaiting(undefined)
    setNotice(reason)
    onBack?.(reason)
  }
  const step = waiting && (
    <Suspense fallback={<Spinner />}>
      <SecondStep onUser={(user) => goOn(user, waiting.returnTo)} onBack={leave} />
    </Suspense>
  )
  return { enter, step: step ?? null, notice }
}

function useGoOn(): (user: CallData<typeof getSelf>, returnTo: string | undefined) => Promise<void> {
  const t = useText()
  const navigate = useNavigate()
  return async (user, returnTo) => {
    rememberUser(user)
    await refreshStatus().catch(() => undefined)
    toast.done(t('auth.success'))
    const { pathname, search } = returnAddress(returnTo) ?? { pathname: paths.tokens(), search: {} }
    await navigate({ to: pathname, search, replace: true })
  }
}

export interface ReturnAddress {
  readonly pathname: string
  readonly search: Readonly<Record<string, string>>
}

/** Where to go after the login; undefined when there is nowhere, or when it would lead away from this site. */
function returnAddress(returnTo: string | undefined): ReturnAddress | undefined {
  if (!returnTo?.startsWith('/')) return undefined
  const url = URL.parse(returnTo, location.origin)
  if (url?.origin !== location.origin || url.pathname === '/login') return undefined
  return { pathname: url.pathname, search: Object.fromEntries(url.searchParams) }
}

const KEY = 'sign-in-return'

/** Remembers where to go after a login at another site: the address that it sends the browser back to is fixed. */
export function keepReturnTo(state: string, returnTo: string | undefined): void {
  writeText(KEY, returnTo === undefined ? null : JSON.stringify({ state, returnTo }))
}

/** What was remembered for this login, which the state names. It is then forgotten. */
export function takeReturnTo(state: string | undefined): string | undefined {
  const text = readText(KEY)
  if (text === null) return undefined
  writeText(KEY, null)
  try {
    const kept: unknown = JSON.parse(text)
    const isOurs = isObject(kept) && kept.state === state && typeof kept.returnTo === 'string'
    return isOurs ? String(kept.returnTo) : undefined
  } catch {
    return undefined
  }
}
