import { pageOf } from '@waystation/contract/values/page'

const PAGE_SIZE_MAX = 100

interface PageQuery {
  readonly p?: number | undefined
  readonly page_size?: number | undefined
}

type Load<Found> = (page: { offset: number; limit: number }) => Promise<Found>

/** One page of a list whose pages count from 1, as the query asks for it: at most 100 rows. */
export async function paged<Found extends { items: unknown[]; total: number }>({ p, page_size }: PageQuery, load: Load<Found>) {
  const { number, size, offset } = pageOf({ number: p, size: page_size }, { first: 1, maxSize: PAGE_SIZE_MAX })
  const found = await load({ offset, limit: size })
  return { ...found, page: number, page_size: size }
}
