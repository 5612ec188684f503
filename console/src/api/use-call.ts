import { useMutation } from '@tanstack/react-query'
import type { CallData, CallPayload, EndpointSpec } from '@waystation/contract/channels/endpoint'
import type { TextKey } from '../i18n/index.ts'
import { call } from './call.ts'

/** What the query client reads from a call's `meta`: it shows the toast and refreshes the lists. See `ui/query-client.ts`. */
export interface CallMeta extends Record<string, unknown> {
  /** Endpoints whose answers on the screen are out of date after this call; lists and `useData` of them load again. */
  readonly refreshes?: readonly EndpointSpec[]
  /** Toast after success. */
  readonly done?: TextKey
  /** No toast on failure, because the caller shows it: forms do. */
  readonly isQuiet?: boolean
}

export interface UsedCall<Spec extends EndpointSpec> {
  /** Rejects with a CallError, which has been shown as a toast unless the call is quiet; or with Cancelled, which is not shown at all. */
  readonly run: (payload?: CallPayload<Spec>) => Promise<CallData<Spec>>
  readonly isRunning: boolean
}

/**
 * A call that changes something.
 * @example const remove = useCall(deleteToken, { refreshes: [listTokens] }); remove.run({ params: { id } })
 */
export function useCall<const Spec extends EndpointSpec>(endpoint: Spec, meta: CallMeta = {}): UsedCall<Spec> {
  const mutation = useMutation<CallData<Spec>, Error, CallPayload<Spec>>({ mutationFn: (payload) => call(endpoint, payload), meta })
  return { run: (payload) => mutation.mutateAsync(payload ?? {}), isRunning: mutation.isPending }
}
