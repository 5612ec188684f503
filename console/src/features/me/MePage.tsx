import { getWallet } from '@waystation/contract/api/money/wallet'
import { listSessions } from '@waystation/contract/api/people/account'
import { getFactors } from '@waystation/contract/api/people/second-factor'
import { getUserModels } from '@waystation/contract/api/people/session'
import { errorMessage, isErrorCode } from '@waystation/contract/errors'
import { useEffect, useState } from 'react'
import { useData } from '~/api/use-data'
import { useLanguage, useText } from '~/i18n'
import { useUser } from '~/session/user'
import { CheckIn, Invite } from '~/shared/rewards/Rewards'
import { Arriving, Banner, LeaveGuard, Page, SkeletonLines, useUrlState } from '~/ui/kit'
import { AccessToken } from './AccessToken.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { OwnData } from './OwnData.tsx'
import { ProfileStrip } from './ProfileStrip.tsx'
import { Sessions } from './Sessions.tsx'
import { SettingsTabs } from './SettingsTabs.tsx'
import { WaysIn } from './WaysIn.tsx'
import './me.css'

/** The daily check-in and the invitation, as far as they are switched on. */
function Rewards() {
  const { data } = useData(getWallet)
  if (!data?.check_in && !data?.invitation) return null
  return (
    <div className="me-columns rewards">
      {data.check_in && (
        <div className="me-column">
          <CheckIn checkIn={data.check_in} />
        </div>
      )}
      {data.invitation && (
        <div className="me-column">
          <Invite invitation={data.invitation} />
        </div>
      )}
    </div>
  )
}

/** Of the sites, only Telegram sends the browser to the server first, which sends it on to this page. */
const PROVIDER = 'Telegram'

/** Why linking an account failed, where the server has sent the browser here with the code of an error. */
function LinkProblem() {
  const language = useLanguage()
  const { params, change } = useUrlState()
  const [code, setCode] = useState<string>()
  const { link_error: given } = params
  useEffect(() => {
    if (given === undefined) return
    setCode(given)
    // A reload, or a saved address, says nothing of it any more.
    change({ link_error: undefined }, true)
  }, [given, change])
  if (code === undefined) return null
  return <Banner tone="red">{errorMessage(isErrorCode(code) ? code : 'internal_error', { provider: PROVIDER }, language)}</Banner>
}

/** Is something on its way that decides how high the parts above the settings are? They ask for it themselves. */
function useIsArriving(): boolean {
  const parts = [useData(getUserModels, {}, { freshMs: 60_000 }), useData(getFactors), useData(listSessions), useData(getWallet)]
  return parts.some(({ isLoading }) => isLoading)
}

/** What users see and do with their own account. */
export default function MePage() {
  const t = useText()
  const user = useUser()
  const isArriving = useIsArriving()
  return (
    <Page title={t('shell.me')}>
      {user === undefined ? (
        <SkeletonLines count={12} />
      ) : (
        <LeaveGuard free={['tab']}>
          <LinkProblem />
          <ProfileStrip user={user} />
          {isArriving && <Arriving />}
          <div className="me-columns">
            <div className="me-column">
              <WaysIn user={user} />
            </div>
            <div className="me-column">
              <AccessToken user={user} />
              <Sessions />
            </div>
          </div>
          <Rewards />
          <SettingsTabs user={user} />
          <OwnData />
          <DeleteAccount user={user} />
        </LeaveGuard>
      )}
    </Page>
  )
}
