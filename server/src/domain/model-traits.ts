// What models are, by the names that vendors have for them. Kept by name: a call asks several times.
import { type ModelEnd, type ModelTraits, type ReadTraits, traitsOf } from '@waystation/contract/models/traits'
import { modelTraits } from '@waystation/contract/options/global'
import type { Option } from '@waystation/contract/options/option'
import { LRUCache } from 'lru-cache'
import { atMost } from '../lib/at-most.ts'
import endsJson from './catalog/model-ends.json' with { type: 'json' }

/** Printed by tools/make-model-ends.ts. */
const ends = new Map(Object.entries(endsJson).map(([model, { source: _source, ...end }]): [string, ModelEnd] => [model, end]))

/** Names that are remembered. */
const MAX_NAMES = 5000

/** By what the option states, as it stands, and what makers have announced. */
export function traitsReader(options: { get<Value>(option: Option<Value>): Value }): ReadTraits {
  const known = new LRUCache<string, ModelTraits>(atMost(MAX_NAMES))
  let stated = options.get(modelTraits)
  return (model) => {
    const current = options.get(modelTraits)
    if (current !== stated) {
      stated = current
      known.clear()
    }
    let traits = known.get(model)
    if (!traits) {
      traits = traitsOf(model, stated)
      const end = traits.end ?? ends.get(model)
      if (end) traits = { ...traits, end }
      known.set(model, traits)
    }
    return traits
  }
}
