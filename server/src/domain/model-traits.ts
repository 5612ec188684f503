// What models are, by the names that vendors have for them. Kept by name: a call asks several times.
import { type ModelTraits, traitsOf } from '@waystation/contract/models/traits'
import { LRUCache } from 'lru-cache'

/** Names that are remembered. */
const MAX_NAMES = 5000

/** Reads the traits of a model of this name. */
export type TraitsReader = (model: string) => ModelTraits

export function traitsReader(): TraitsReader {
  const known = new LRUCache<string, ModelTraits>({ max: MAX_NAMES })
  return (model) => {
    let traits = known.get(model)
    if (!traits) {
      traits = traitsOf(model)
      known.set(model, traits)
    }
    return traits
  }
}
