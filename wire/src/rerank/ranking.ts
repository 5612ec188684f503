import { isObject, type Json } from '../encoding/json.ts'
import type { RankedDocument } from './format.ts'

/** A list of places in a ranking. Undefined where one of them is none. */
export function readRanking(list: Json | undefined): RankedDocument[] | undefined {
  if (!Array.isArray(list)) return undefined
  const ranking: RankedDocument[] = []
  for (const place of list) {
    if (!isObject(place)) return undefined
    const { index, relevance_score: score } = place
    if (typeof index !== 'number' || !Number.isSafeInteger(index) || index < 0 || typeof score !== 'number') return undefined
    ranking.push({ index, score })
  }
  return ranking
}
