import { useText } from '~/i18n'
import { useUser } from '~/session/user'
import { LeaveGuard, Page, SkeletonLines } from '~/ui/kit'
import { AccessToken } from './AccessToken.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { LinkProblem } from './LinkProblem.tsx'
import { ProfileStrip } from './ProfileStrip.tsx'
import { Rewards } from './Rewards.tsx'
import { Sessions } from './Sessions.tsx'
import { SettingsTabs } from './SettingsTabs.tsx'
import { WaysIn } from './WaysIn.tsx'
import './me.css'

/** What users see and do with their own account. */
export default function MePage() {
  const t = useText()
  const user = useUser()
  return (
    <Page title={t('shell.me')}>
      {user === undefined ? (
        <SkeletonLines count={12} />
      ) : (
        <LeaveGuard free={['tab']}>
          <LinkProblem />
          <ProfileStrip user={user} />
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
          <DeleteAccount user={user} />
        </LeaveGuard>
      )}
    </Page>
  )
}
