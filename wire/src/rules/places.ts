// Losses are named by the places that the caller knows, though turns and tools were added, moved and left out.
import type { LossLog } from '../chat/losses/loss.ts'
import type { ChatRequest, Turn } from '../chat/request/request.ts'

const PLACE = /^(turns|tools)\[(\d+)\]/

/** The request whose turns and tools know their places: those that they have, where some were left out before. */
export function withPlaces(request: ChatRequest): ChatRequest {
  const { turns, tools } = request
  return {
    ...request,
    turns: turns.map((turn, index) => ({ ...turn, place: turn.place ?? index })),
    ...(tools && { tools: tools.map((tool, place) => ({ ...tool, place })) }),
  }
}

/** The losses of a step that sees this request, by the caller's places. What the caller did not send is no loss. */
export function withOriginalPaths({ turns, tools = [] }: ChatRequest, losses: LossLog): LossLog {
  // Looked at with the first loss: most steps name none.
  let isMoved: boolean | undefined
  return {
    add(path, reason) {
      isMoved ??= !(turns.every(isInPlace) && tools.every(isInPlace))
      const [whole = '', kind, index] = isMoved ? (PLACE.exec(path) ?? []) : []
      if (kind === undefined) return losses.add(path, reason)
      const place = (kind === 'turns' ? turns : tools)[Number(index)]?.place
      if (place !== undefined) losses.add(`${kind}[${place}]${path.slice(whole.length)}`, reason)
    },
  }
}

const isInPlace = ({ place }: { readonly place?: number }, index: number) => place === index

/** The losses of a part of a step that sees these turns, after the step left some of them out, by their indices when the step began. */
export function byIndicesBefore(before: readonly Turn[], turns: readonly Turn[], losses: LossLog): LossLog {
  let indices: ReadonlyMap<number | undefined, number> | undefined
  return {
    add(path, reason) {
      indices ??= new Map(before.map(({ place }, index) => [place, index]))
      const [whole = '', kind, index] = PLACE.exec(path) ?? []
      const place = kind === 'turns' ? turns[Number(index)]?.place : undefined
      const found = place === undefined ? undefined : indices.get(place)
      losses.add(found === undefined ? path : `turns[${found}]${path.slice(whole.length)}`, reason)
    },
  }
}
