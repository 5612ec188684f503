import { createToken, deleteToken, listTokens, searchTokens, updateToken } from '@waystation/contract/api/token'
import { list } from '~/api/list'
import { useCall } from '~/api/use-call'

export const tokenList = list(listTokens, {
  first: 0,
  sizeName: 'size',
  search: { endpoint: searchTokens, when: ['keyword'], isPaged: false },
})

const changes = { refreshes: [listTokens] }

/** What can be done to tokens; the list loads again afterwards. */
export function useTokenCalls() {
  const create = useCall(createToken, { ...changes, isQuiet: true })
  const change = useCall(updateToken, { ...changes, isQuiet: true })
  const switchStatus = useCall(updateToken, changes)
  const remove = useCall(deleteToken, changes)
  return {
    create: create.run,
    change: change.run,
    setStatus: (id: number, status: number) => switchStatus.run({ query: { status_only: 'true' }, body: { id, status } }),
    remove: (id: number) => remove.run({ params: { id } }),
  }
}
