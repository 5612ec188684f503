import { useQueryClient } from '@tanstack/react-query'
import type { EndpointSpec } from '@waystation/contract/channels/endpoint'

/** Loads again what the screen shows of these endpoints: for work that makes many calls and refreshes once. */
export function useRefresh(): (...endpoints: readonly EndpointSpec[]) => Promise<unknown> {
  const client = useQueryClient()
  return (...endpoints) => Promise.all(endpoints.map((endpoint) => client.invalidateQueries({ queryKey: [endpoint.path] })))
}
