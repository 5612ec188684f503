import { isObject, type Json } from '../encoding/json.ts'
import type { RankedDocument } from './format.ts'

/**
 * A list of places in a ranking. Undefined where one of them is none.
 * @param field what the score is called
 */
export function readRanking(list: Json | undefined, field = 'relevance_score'): RankedDocument[] | undefined {
  if (!Array.isArray(list)) return undefined
  const ranking: RankedDocument[] = []
  for (const place of list) {
    if (!isObject(place)) return undefined
    const { index, [field]: score } = place
    if (typeof index !== 'number' || !Number.isSafeInteger(index) || index < 0 || typeof score !== 'number') return undefined
    ranking.push({ index, score })
  }
  return ranking
}
