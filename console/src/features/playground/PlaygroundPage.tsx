import { useUser } from '~/session/user'
import { Playground } from './Playground.tsx'

/** The playground of whoever is logged in: another user of this browser starts afresh. */
export default function PlaygroundPage() {
  const user = useUser()
  return user ? <Playground key={user.id} user={user} /> : null
}
