// Virtual models as calls look them up: each with the models behind it, the best priority first.
import type { ActualModel, ModelMapping } from '@waystation/contract/models/model-mapping'

export class VirtualModels {
  readonly #read: () => ModelMapping
  #mapping: ModelMapping = {}
  #byName: ReadonlyMap<string, readonly ActualModel[]> = new Map()

  /** @param read the mapping in force: the same object until it changes */
  constructor(read: () => ModelMapping) {
    this.#read = read
  }

  /** The models behind a virtual one, by descending priority; undefined: it is no virtual model. */
  behind(name: string): readonly ActualModel[] | undefined {
    return this.#known.get(name)
  }

  get names(): Iterable<string> {
    return this.#known.keys()
  }

  get #known(): ReadonlyMap<string, readonly ActualModel[]> {
    const mapping = this.#read()
    if (mapping !== this.#mapping) {
      this.#mapping = mapping
      this.#byName = new Map(
        Object.entries(mapping).map(([name, models]) => [name, models.toSorted((one, other) => other.priorities - one.priorities)]),
      )
    }
    return this.#byName
  }
}
