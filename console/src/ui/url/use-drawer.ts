import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { EndpointSpec } from '@waystation/contract/channels/endpoint'
import type { z } from 'zod'
import { callRecord } from '../../api/call.ts'
import { useUrlState } from './url-state.ts'

export interface Drawer<Item> {
  readonly isOpen: boolean
  /** The row that is edited; undefined for a new one, or while the row loads (`isLoading`). */
  readonly item: Item | undefined
  readonly isNew: boolean
  readonly isLoading: boolean
  readonly error: Error | null
  /** Opens for a new thing, or to edit one. */
  open(item?: Item): void
  close(): void
}

/** A drawer of things that have an id. */
export interface RecordDrawer<Item> extends Drawer<Item> {
  /** Opens to edit the one of this id, where only a part of it is at hand. */
  openId(id: number): void
}

/**
 * A drawer whose state is in the URL: `?edit=new`, `?edit=12`.
 * @param endpoint GET of one row by `{id}`; with it a reload or a shared link opens the drawer again, and the row is fresh
 * @example const drawer = useDrawer<Token>(getToken)
 */
export function useDrawer<Item extends { readonly id: number }>(
  endpoint?: EndpointSpec & { readonly data: z.ZodType<Item> },
  name = 'edit',
): RecordDrawer<Item> {
  const { params, change } = useUrlState()
  const client = useQueryClient()
  const asked = params[name]
  const isEdit = asked !== undefined && asked !== 'new'
  const key = (id: string | number) => ['drawer', endpoint?.path ?? name, String(id)]
  const query = useQuery({
    queryKey: key(asked ?? ''),
    queryFn: async ({ signal }) => (endpoint ? (await callRecord(endpoint, { params: { id: asked } }, { signal })).data : null),
    enabled: isEdit && endpoint !== undefined,
    staleTime: 5_000,
    gcTime: 10_000,
  })
  const item = isEdit ? (query.data ?? client.getQueryData<Item>(key(asked))) : undefined
  return {
    isOpen: asked !== undefined && (!isEdit || endpoint !== undefined || item !== undefined),
    item: item ?? undefined,
    isNew: asked === 'new',
    isLoading: isEdit && item === undefined && query.error === null,
    error: isEdit ? query.error : null,
    open(next) {
      if (next) client.setQueryData(key(next.id), next)
      change({ [name]: next ? String(next.id) : 'new' })
    },
    openId: (id) => change({ [name]: String(id) }),
    close: () => change({ [name]: undefined }),
  }
}
