/** Values by a model and an id. A key of text, made anew for each question, would cost more than the question. */
export class ByModel<Value> {
  readonly #models = new Map<string, Map<number, Value>>()
  #size = 0
  /** The last answer: a choice asks several times for the same. */
  #last: { readonly model: string; readonly id: number; readonly value: Value | undefined } | undefined

  get size(): number {
    return this.#size
  }

  get(model: string, id: number): Value | undefined {
    const last = this.#last
    if (last && last.id === id && last.model === model) return last.value
    const value = this.#models.get(model)?.get(id)
    this.#last = { model, id, value }
    return value
  }

  set(model: string, id: number, value: Value): void {
    this.#last = undefined
    let ids = this.#models.get(model)
    if (!ids) {
      ids = new Map()
      this.#models.set(model, ids)
    }
    if (!ids.has(id)) this.#size += 1
    ids.set(id, value)
  }

  delete(model: string, id: number): void {
    this.#last = undefined
    const ids = this.#models.get(model)
    if (!ids?.delete(id)) return
    this.#size -= 1
    if (ids.size === 0) this.#models.delete(model)
  }

  *entries(): Generator<readonly [model: string, id: number, value: Value]> {
    for (const [model, ids] of this.#models) for (const [id, value] of ids) yield [model, id, value]
  }
}
