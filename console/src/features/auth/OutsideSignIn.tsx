import { startSignIn, weChatLogin } from '@waystation/contract/api/people/oauth'
import { codeProviders } from '@waystation/contract/people/sign-in'
import { type ReactNode, useEffect, useState } from 'react'
import { basePath } from '~/api/base-path'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { readText, writeText } from '~/session/local-store'
import { storedStatus } from '~/session/status'
import { TelegramDialog, WeChatDialog } from '~/shared/sign-in/OutsideDialogs'
import { type OutsideProvider, useOutsideProviders } from '~/shared/sign-in/outside-providers'
import { SignInProviders } from '~/shared/sign-in/SignInProviders'
import { useUrlState } from '~/ui/kit'
import { type Entry, keepReturnTo } from './use-entry.tsx'

export interface OutsideSignInProps {
  readonly entry: Entry
  readonly hasDivider?: boolean
  /** Stands before the sites. */
  readonly first?: ReactNode
}

/** The other sites that one can log in with, below a form. */
export function OutsideSignIn({ entry, hasDivider = true, first }: OutsideSignInProps) {
  const t = useText()
  const { params } = useUrlState()
  const providers = useOutsideProviders().filter(({ isOn }) => isOn)
  const begin = useCall(startSignIn)
  const send = useCall(weChatLogin, { isQuiet: true })
  const [chosen, setChosen] = useState<OutsideProvider['key']>()
  const close = () => setChosen(undefined)
  // Whoever comes back by the browser's own button finds the page as it was left: waiting for a site that nobody is on the way to any more.
  useEffect(() => {
    const show = ({ persisted }: PageTransitionEvent) => persisted && setChosen(undefined)
    addEventListener('pageshow', show)
    return () => removeEventListener('pageshow', show)
  }, [])

  const open = async (key: OutsideProvider['key']) => {
    setChosen(key)
    const provider = codeProviders.find((name) => name === key)
    if (!provider) return
    try {
      const { url, state } = await begin.run({ params: { provider }, query: { mode: 'login', aff: inviteCode() } })
      keepReturnTo(state, params.returnTo)
      location.assign(url)
    } catch {
      // The call has shown why.
      close()
    }
  }
  return (
    <>
      <SignInProviders
        label={t('auth.with')}
        {...(hasDivider ? { divider: t('auth.or') } : {})}
        first={first}
        providers={providers.map(({ key, name, icon }) => ({ key, name, icon, isBusy: key === chosen, run: () => void open(key) }))}
      />
      {chosen === 'wechat' && (
        <WeChatDialog
          onClose={close}
          submit={t('auth.submit')}
          onCode={(code) => entry.enter(send.run({ query: { code, aff: inviteCode() } }), params.returnTo)}
        />
      )}
      {chosen === 'telegram' && <TelegramDialog onClose={close} address={telegramAddress(params.returnTo)} />}
    </>
  )
}

/** The login page itself: it hands on what Telegram says. */
function telegramAddress(returnTo: string | undefined): string {
  const search = returnTo === undefined ? '' : `?${new URLSearchParams({ returnTo })}`
  return `${location.origin}${basePath}${paths.login()}${search}`
}

// The invite code of the link that brought somebody here, kept until they register.

const KEY = 'aff'
const LONGEST = 64

/** Keeps the code of a link, where the installation has invitations. */
export function keepInviteCode(code: string | undefined): void {
  if (code && storedStatus()?.aff_enabled === true) writeText(KEY, code.slice(0, LONGEST))
}

/** The code to register with; empty: none. */
export function inviteCode(): string {
  return storedStatus()?.aff_enabled === true ? (readText(KEY) ?? '').slice(0, LONGEST) : ''
}

/** After it was used. */
export const forgetInviteCode = (): void => writeText(KEY, null)
