import { createToken, deleteToken, listTokens, revealToken, searchTokens, updateToken } from '@waystation/contract/api/token'
import { tokenStatus } from '@waystation/contract/status-table'
import type { Token, TokenDraft } from '@waystation/contract/token'
import type { z } from 'zod'
import { call } from '~/api/call'
import { type ListSource, list } from '~/api/list'
import { useCall } from '~/api/use-call'
import { useRefresh } from '~/api/use-refresh'

const byName = list(listTokens, { first: 0, sizeName: 'size' })
const byKey = list(searchTokens, { first: 0 })

/** The caller's tokens by name; a pasted key finds its token. */
export const tokenList: ListSource<Token> = {
  key: listTokens.path,
  load(request, signal) {
    const { keyword = '' } = request.filters
    return keyword.startsWith('sk-') ? byKey.load({ ...request, filters: { token: keyword } }, signal) : byName.load(request, signal)
  },
}

type Draft = z.input<typeof TokenDraft>

/** What can be done to tokens; the list loads again afterwards. The quiet ones are for forms and for work on many. */
export function useTokenCalls() {
  const refresh = useRefresh()
  const change = useCall(updateToken, { refreshes: [listTokens], done: 'token.savedToast', isQuiet: true })
  const enable = useCall(updateToken, { refreshes: [listTokens], done: 'token.enabledToast' })
  const disable = useCall(updateToken, { refreshes: [listTokens] })
  const remove = useCall(deleteToken, { refreshes: [listTokens], done: 'token.deletedToast' })
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
    /** The key as programs use it: from the list where it is there, else asked for. */
    keyOf: async (token: Token) => `sk-${isKeyKnown(token) ? token.key : await reveal.run({ params: { id: token.id } })}`,
    refresh: () => refresh(listTokens),
  }
}

/** Does the list carry the key itself? Where TokenKeyVisibility is not `list`, it is masked. */
export function isKeyKnown(token: Token): boolean {
  return token.key !== '' && !token.key.includes('*')
}

function statusOf(id: number, status: number) {
  return { query: { status_only: 'true' }, body: { id, status } }
}
