import { getWallet } from '@waystation/contract/api/wallet'
import { useData } from '~/api/use-data'
import { CheckIn } from '~/shared/rewards/CheckIn.tsx'
import { Invite } from '~/shared/rewards/Invite.tsx'

/** The daily check-in and the invitation, as far as they are switched on. */
export function Rewards() {
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
