import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallData, CallPayload, EndpointSpec } from '@waystation/contract/channels/endpoint'
import { call } from './call.ts'

export interface Data<Value> {
  readonly data: Value | undefined
  readonly error: Error | null
  readonly isLoading: boolean
  readonly refresh: () => Promise<unknown>
}

export interface DataOptions {
  /** Fetch only when true; default true. */
  readonly when?: boolean
  /** Refetch at this interval in milliseconds while the page is visible. */
  readonly everyMs?: number
  /** How long a response counts as fresh; default 0, so that a new screen refetches. */
  readonly freshMs?: number
  /** While the answer to a new payload is loading, the previous answer stays on the screen, so that the layout does not jump. */
  readonly keepsPrevious?: boolean
  /** Refetch when the user returns to the tab and the response is no longer fresh. */
  readonly refetchesOnReturn?: boolean
}

/** The data of a GET endpoint, cached while it is on the screen. Failures are not toasted: show `error`. */
export function useData<const Spec extends EndpointSpec>(
  endpoint: Spec,
  payload: CallPayload<Spec> = {},
  options: DataOptions = {},
): Data<CallData<Spec>> {
  const query = useQuery({
    queryKey: dataKey(endpoint, payload),
    queryFn: ({ signal }) => call(endpoint, payload, { signal }),
    enabled: options.when ?? true,
    refetchInterval: options.everyMs ?? false,
    staleTime: options.freshMs ?? 0,
    refetchOnWindowFocus: options.refetchesOnReturn ?? false,
    ...(options.keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  })
  return { data: query.data, error: query.error, isLoading: query.isLoading, refresh: () => query.refetch() }
}

/** The cache key of a response: the path first, so that a change can refresh everything from one endpoint. */
export function dataKey(endpoint: EndpointSpec, payload: unknown): readonly unknown[] {
  return [endpoint.path, payload]
}
