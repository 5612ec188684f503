import { useNavigate } from '@tanstack/react-router'
import type { getSelf } from '@waystation/contract/api/session'
import type { CallData } from '@waystation/contract/endpoint'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { CallError } from '~/api/call-error'
import { needAllWords, useText } from '~/i18n'
import { paths } from '~/paths'
import { refreshStatus } from '~/session/status'
import { rememberUser } from '~/session/user'
import { returnAddress } from '~/shared/sign-in/return-address'
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
