import { useParams } from '@tanstack/react-router'
import StatementPage from './StatementPage.tsx'

/** Somebody else's statement, for admins. */
export default function UserStatementPage() {
  const { id = '' } = useParams({ strict: false })
  return <StatementPage key={id} userId={Number(id)} />
}
