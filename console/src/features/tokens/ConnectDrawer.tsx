import { getToken } from '@waystation/contract/api/people/token'
import { lazy, Suspense } from 'react'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { useUrlChoosing } from '~/shared/connect/use-choosing'
import { ErrorState, SideSheet, SkeletonLines, useUrlState } from '~/ui/kit'

const TokenConnect = lazy(() => import('~/shared/connect/TokenConnect'))

/** A drawer whose token stands in the address: `?connect=12`. */
export interface ConnectDrawerState {
  /** Undefined: it is closed. */
  readonly id: number | undefined
  readonly open: (id: number) => void
  readonly close: () => void
}

export function useConnectDrawer(): ConnectDrawerState {
  const { params, change } = useUrlState()
  const id = Number(params.connect)
  return {
    id: Number.isInteger(id) && id > 0 ? id : undefined,
    open: (next) => change({ connect: String(next) }),
    // What was chosen in it means nothing to the list.
    close: () => change({ connect: undefined, client: undefined, system: undefined, model: undefined, dialect: undefined }),
  }
}

/** How programs are connected with one token. */
export function ConnectDrawer({ drawer: { id, close } }: { readonly drawer: ConnectDrawerState }) {
  const t = useText()
  const choosing = useUrlChoosing()
  const token = useData(getToken, { params: { id: id ?? 0 } }, { when: id !== undefined })
  return (
    <SideSheet isOpen={id !== undefined} onClose={close} title={t('connect.drawerTitle', { name: token.data?.name ?? '' })}>
      {token.error ? (
        <ErrorState error={token.error} onRetry={token.refresh} />
      ) : token.data === undefined ? (
        <SkeletonLines />
      ) : (
        <Suspense fallback={<SkeletonLines />}>
          <TokenConnect key={id} token={token.data} choosing={choosing} />
        </Suspense>
      )}
    </SideSheet>
  )
}
