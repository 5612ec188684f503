import { Link, useNavigate } from '@tanstack/react-router'
import { gitHubCallback, linuxDoCallback, oidcCallback } from '@waystation/contract/api/people/oauth'
import { getSelf } from '@waystation/contract/api/people/session'
import type { CodeProviderName } from '@waystation/contract/people/sign-in'
import { useEffect, useRef, useState } from 'react'
import { call } from '~/api/call'
import { messageOf } from '~/api/call-error'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { rememberUser, useUser } from '~/session/user'
import { Banner, Spinner, toast, useUrlState } from '~/ui/kit'
import { AuthFrame } from './AuthFrame.tsx'
import { type Entry, takeReturnTo, useEntry } from './use-entry.tsx'

const endpoints = { github: gitHubCallback, oidc: oidcCallback, linuxdo: linuxDoCallback } as const
const names = { github: 'GitHub', oidc: 'OIDC', linuxdo: 'LinuxDO' } as const
/** Time to read why it failed before the page goes on. */
const READ_MS = 6000

/** Where another site sends the browser back to: hands its code to the server. */
export function CallbackPage({ provider }: { readonly provider: CodeProviderName }) {
  const t = useText()
  const navigate = useNavigate()
  const entry = useEntry((reason) => {
    if (reason === undefined) void navigate({ to: paths.login(), replace: true })
  })
  const sent = useSentCode(provider, entry)
  const failure = entry.notice ?? sent
  const isMember = useUser() !== undefined
  const back = isMember ? paths.me() : paths.login()
  const hasFailed = failure !== undefined
  useEffect(() => {
    if (!hasFailed) return
    const timer = setTimeout(() => void navigate({ to: back, replace: true }), READ_MS)
    return () => clearTimeout(timer)
  }, [hasFailed, back, navigate])

  return (
    <AuthFrame title={t('auth.title')} heading={t('auth.callback.heading', { provider: names[provider] })}>
      {entry.step ??
        (hasFailed ? (
          <>
            <Banner tone="red">{failure}</Banner>
            <p className="login-wait text2">{t(isMember ? 'auth.callback.toMe' : 'auth.callback.toLogin')}</p>
            <Link className="login-action" to={back} replace>
              {t('auth.callback.now')}
            </Link>
          </>
        ) : (
          <p className="login-wait" role="status">
            <Spinner />
            {t('auth.callback.wait')}
          </p>
        ))}
    </AuthFrame>
  )
}

/** Sends the code once; what follows a success is on another page. @returns why it failed */
function useSentCode(provider: CodeProviderName, { enter }: Entry): string | undefined {
  const t = useText()
  const navigate = useNavigate()
  const { params } = useUrlState()
  const [failure, setFailure] = useState<string>()
  const isSent = useRef(false)
  useEffect(() => {
    // React runs effects twice in development, and a code counts once.
    if (isSent.current) return
    isSent.current = true
    const { code, state, iss, error } = params
    const finish = async () => {
      const returnTo = takeReturnTo(state) ?? params.returnTo
      if (await enter(call(endpoints[provider], { query: { code, state, iss, error } }), returnTo)) return
      rememberUser(await call(getSelf))
      toast.done(t('auth.callback.bound', { provider: names[provider] }))
      await navigate({ to: paths.me(), replace: true })
    }
    finish().catch((problem: unknown) => setFailure(messageOf(problem)))
  }, [provider, params, enter, navigate, t])
  return failure
}
