// One query client for the whole console. Here failed calls and successful changes become toasts, and changed data reloads.
import { MutationCache, QueryClient } from '@tanstack/react-query'
import { CallError, messageOf } from '../api/call-error.ts'
import { Cancelled } from '../api/cancelled.ts'
import type { CallMeta } from '../api/use-call.ts'
import { text } from '../i18n/index.ts'
import { copyOrShow } from './copy/copy-or-show.tsx'
import { type ToastLink, toast } from './feedback/toasts.ts'

declare module '@tanstack/react-query' {
  interface Register {
    readonly mutationMeta: CallMeta
  }
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // Retrying a refusal is useless; only a missing or broken response is worth a retry.
    queries: {
      retry: (count, error) => count < 1 && error instanceof CallError && (error.status === 0 || error.status >= 502),
      refetchOnWindowFocus: false,
    },
  },
  mutationCache: new MutationCache({
    onError: (error, _payload, _context, mutation) => {
      const { meta } = mutation
      const isShownElsewhere = error instanceof Cancelled || (error instanceof CallError && error.status === 401)
      if (!meta?.isQuiet && !isShownElsewhere) toast.failed(messageOf(error), requestLink(error))
    },
    onSuccess: async (_data, _payload, _context, mutation) => {
      const { meta } = mutation
      if (meta?.done) toast.done(text(meta.done))
      await Promise.all((meta?.refreshes ?? []).map((endpoint) => queryClient.invalidateQueries({ queryKey: [endpoint.path] })))
    },
  }),
})

/** For server errors: a click copies the request id for the operator. */
function requestLink(error: unknown): ToastLink | undefined {
  if (!(error instanceof CallError) || error.requestId === undefined || error.status < 429) return undefined
  const { requestId } = error
  return { label: `${text('error.requestId')} ${requestId}`, run: () => void copyOrShow(requestId) }
}
