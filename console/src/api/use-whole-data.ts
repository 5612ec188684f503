import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallPayload, EndpointSpec } from '@waystation/contract/channels/endpoint'
import { type Answer, callWhole } from './call.ts'
import type { Data, DataOptions } from './use-data.ts'

/** The whole response of a GET endpoint, not only `data`. Otherwise as `useData`. */
export function useWholeData<const Spec extends EndpointSpec>(
  endpoint: Spec,
  payload: CallPayload<Spec> = {},
  options: DataOptions = {},
): Data<Answer<Spec>> {
  const query = useQuery({
    queryKey: [endpoint.path, payload, 'whole'],
    queryFn: ({ signal }) => callWhole(endpoint, payload, { signal }),
    enabled: options.when ?? true,
    refetchInterval: options.everyMs ?? false,
    staleTime: options.freshMs ?? 0,
    ...(options.keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  })
  return { data: query.data, error: query.error, isLoading: query.isLoading, refresh: () => query.refetch() }
}
