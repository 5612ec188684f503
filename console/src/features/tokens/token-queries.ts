import {
  createToken,
  deleteToken,
  listTokenLabels,
  listTokens,
  revealToken,
  searchTokens,
  updateToken,
} from '@waystation/contract/api/people/token'
import type { ListedToken, TokenDraft } from '@waystation/contract/people/token'
import { tokenStatus } from '@waystation/contract/site/status-table'
import type { z } from 'zod'
import { call, callRecord } from '~/api/call'
import { type ListPage, type ListRequest, type ListSource, list } from '~/api/list'
import { useCall } from '~/api/use-call'
import { useData } from '~/api/use-data'
import { useRefresh } from '~/api/use-refresh'
import { isKeyKnown } from '~/shared/connect/token-key'

const byName = list(listTokens, { first: 0, sizeName: 'size' })

/** The caller's tokens by name; a pasted key finds its token. */
export const tokenList: ListSource<ListedToken> = {
  key: listTokens.path,
  load: (request, signal) => (request.filters.keyword?.startsWith('sk-') ? loadByKey(request, signal) : byName.load(request, signal)),
}

/** The search has neither pages nor statuses: what it finds is counted, filtered and cut here. */
async function loadByKey({ page, size, filters }: ListRequest, signal?: AbortSignal): Promise<ListPage<ListedToken>> {
  const { data: found } = await callRecord(searchTokens, { query: { token: filters.keyword } }, signal ? { signal } : {})
  const labelled = found.filter(({ label }) => filters.label === undefined || label === filters.label)
  const counts: Record<string, number> = {}
  for (const { status } of labelled) counts[status] = (counts[status] ?? 0) + 1
  const rows = labelled.filter(({ status }) => filters.status === undefined || String(status) === filters.status)
  return { rows: rows.slice((page - 1) * size, page * size), total: rows.length, beside: { status_counts: counts } }
}

/** The labels of the caller's tokens, with how many have each and what these have used. */
export const useTokenLabels = () => useData(listTokenLabels, {}, { freshMs: 60_000 }).data ?? []

type Draft = z.input<typeof TokenDraft>

/** What can be done to tokens; the list loads again afterwards. The quiet ones are for forms and for work on many. */
export function useTokenCalls() {
  const refresh = useRefresh()
  const change = useCall(updateToken, { refreshes: [listTokens, listTokenLabels], done: 'token.savedToast', isQuiet: true })
  const enable = useCall(updateToken, { refreshes: [listTokens] })
  const disable = useCall(updateToken, { refreshes: [listTokens] })
  const remove = useCall(deleteToken, { refreshes: [listTokens, listTokenLabels], done: 'token.deletedToast' })
  const reveal = useCall(revealToken)
  return {
    /** The new token with its key. */
    createQuietly: (draft: Draft) => call(createToken, { body: draft }),
    change: (id: number, fields: Partial<Draft>) => change.run({ body: { id, ...fields } }),
    enable: (id: number) => enable.run(statusOf(id, tokenStatus.enabled)),
    disable: (id: number) => disable.run(statusOf(id, tokenStatus.disabled)),
    enableQuietly: (id: number) => call(updateToken, statusOf(id, tokenStatus.enabled)),
    disableQuietly: (id: number) => call(updateToken, statusOf(id, tokenStatus.disabled)),
    remove: (id: number) => remove.run({ params: { id } }),
    removeQuietly: (id: number) => call(deleteToken, { params: { id } }),
    /** The key as programs use it: from the list if it is there, else fetched. */
    keyOf: async (token: ListedToken) => `sk-${isKeyKnown(token) ? token.key : await reveal.run({ params: { id: token.id } })}`,
    refresh: () => refresh(listTokens, listTokenLabels),
  }
}

function statusOf(id: number, status: number) {
  return { query: { status_only: 'true' }, body: { id, status } }
}
