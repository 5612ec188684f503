import { pageOf } from '@waystation/contract/values/page'

const PAGE_SIZE_MAX = 100

interface PageQuery {
  readonly p?: number | undefined
  readonly page_size?: number | undefined
}

type Load<Item> = (page: { offset: number; limit: number }) => Promise<{ items: Item[]; total: number }>

/** One page of a list whose pages count from 1, as the query asks for it: at most 100 rows. */
export async function paged<Item>({ p, page_size }: PageQuery, load: Load<Item>) {
  const { number, size, offset } = pageOf({ number: p, size: page_size }, { first: 1, maxSize: PAGE_SIZE_MAX })
  const { items, total } = await load({ offset, limit: size })
  return { items, total, page: number, page_size: size }
}
