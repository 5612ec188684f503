import { paths } from '~/paths'
import { usePublicStatus } from '~/session/status'

/** Where "Console" leads: to the dashboard, or to the tokens where the dashboard is switched off. */
export function useConsolePath(): string {
  const hasDashboard = usePublicStatus()?.enable_data_export ?? true
  return hasDashboard ? paths.dashboard() : paths.tokens()
}
