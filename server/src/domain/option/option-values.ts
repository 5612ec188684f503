import type { Option } from '@waystation/contract/options/option'

/** The decoded value of each option. */
export class OptionValues {
  readonly #values: Map<string, unknown>

  constructor(values: Iterable<readonly [string, unknown]> = []) {
    this.#values = new Map(values)
  }

  get<Value>(option: Option<Value>): Value {
    // Sound: `put` and `with` are given what the option's own codec read.
    return this.#values.get(option.key) as Value
  }

  byKey(key: string): unknown {
    return this.#values.get(key)
  }

  has(option: Option): boolean {
    return this.#values.has(option.key)
  }

  put<Value>(option: Option<Value>, value: Value): void {
    this.#values.set(option.key, value)
  }

  /** All values as they would be with another one of this option. */
  with<Value>(option: Option<Value>, value: Value): OptionValues {
    return new OptionValues([...this.#values, [option.key, value]])
  }
}
