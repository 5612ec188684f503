// One query client for the whole console. Here a failed call becomes a toast, a done one says so, and what it changed loads again.
import { MutationCache, QueryClient } from '@tanstack/react-query'
import { CallError, messageOf } from '../api/call-error.ts'
import type { CallMeta } from '../api/use-call.ts'
import { text } from '../i18n/index.ts'
import { copyOrShow } from './copy-or-show.tsx'
import { type ToastLink, toast } from './toasts.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    // A refusal stays one when asked again; only a missing or broken answer is worth a second try.
    queries: {
      retry: (count, error) => count < 1 && error instanceof CallError && (error.status === 0 || error.status >= 502),
      refetchOnWindowFocus: false,
    },
  },
  mutationCache: new MutationCache({
    onError: (error, _payload, _context, mutation) => {
      const meta = mutation.meta as CallMeta | undefined
      if (!meta?.isQuiet && !(error instanceof CallError && error.status === 401)) toast.failed(messageOf(error), requestLink(error))
    },
    onSuccess: async (_data, _payload, _context, mutation) => {
      const meta = mutation.meta as CallMeta | undefined
      if (meta?.done) toast.done(text(meta.done))
      await Promise.all((meta?.refreshes ?? []).map((endpoint) => queryClient.invalidateQueries({ queryKey: [endpoint.path] })))
    },
  }),
})

/** Where the server itself is in trouble, its operator will ask for the id of the request: a click copies it. */
function requestLink(error: unknown): ToastLink | undefined {
  if (!(error instanceof CallError) || error.requestId === undefined || error.status < 429) return undefined
  const { requestId } = error
  return { label: `${text('error.requestId')} ${requestId}`, run: () => void copyOrShow(requestId) }
}
