import { useUser } from '~/session/user'
import { Playground } from './Playground.tsx'

/** The playground of the logged-in user: another user of this browser starts afresh. */
export default function PlaygroundPage() {
  const user = useUser()
  return user ? <Playground key={user.id} user={user} /> : null
}
