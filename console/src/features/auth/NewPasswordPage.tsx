import { Link } from '@tanstack/react-router'
import { resetPassword } from '@waystation/contract/api/people/registration'
import { useState } from 'react'
import { messageOf } from '~/api/call-error'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { forgetUser } from '~/session/user'
import { Banner, Button, CopyField, copyOrShow, useUrlState } from '~/ui/kit'
import { AuthFrame } from './AuthFrame.tsx'

/** Where the mailed link leads: a click redeems it, since programs that look through mail open links too. */
export default function NewPasswordPage() {
  const t = useText()
  const { params } = useUrlState()
  const { email = '', token = '' } = params
  const redeem = useCall(resetPassword, { isQuiet: true })
  const [password, setPassword] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const isWhole = email !== '' && token !== ''

  const run = async () => {
    setFailure(undefined)
    try {
      const fresh = await redeem.run({ body: { email, token } })
      setPassword(fresh)
      // All sessions have ended, this browser's too.
      forgetUser()
      await copyOrShow(fresh)
    } catch (error) {
      setFailure(messageOf(error))
    }
  }
  return (
    <AuthFrame title={t('auth.reset.title')} heading={t('auth.reset.title')} below={<Link to={paths.login()}>{t('auth.reset.back')}</Link>}>
      {password === undefined ? (
        <>
          {(failure !== undefined || !isWhole) && <Banner tone="red">{failure ?? t('auth.reset.brokenLink')}</Banner>}
          {isWhole && <p>{t('auth.reset.confirm', { email })}</p>}
          {isWhole && failure === undefined && (
            <Button kind="primary" size="large" isBlock onClick={run}>
              {t('auth.reset.redeem')}
            </Button>
          )}
          {(failure !== undefined || !isWhole) && (
            <Link className="login-action" to={paths.reset()}>
              {t('auth.reset.anew')}
            </Link>
          )}
        </>
      ) : (
        <>
          <Banner tone="amber">{t('auth.reset.once')}</Banner>
          <CopyField value={password} label={t('action.copy')} />
          <p className="text2">{t('auth.reset.next')}</p>
        </>
      )}
    </AuthFrame>
  )
}
