// Cycles of imports, by Tarjan's algorithm.

/** The groups of nodes that reach each other, each in the order of its names. @param edges from each node to those that it points at */
export function cyclesOf(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  return new CycleSearch(edges).run()
}

class CycleSearch {
  readonly #edges: ReadonlyMap<string, readonly string[]>
  readonly #order = new Map<string, number>()
  readonly #lowest = new Map<string, number>()
  readonly #open: string[] = []
  readonly #isOpen = new Set<string>()
  readonly #cycles: string[][] = []

  constructor(edges: ReadonlyMap<string, readonly string[]>) {
    this.#edges = edges
  }

  run(): string[][] {
    for (const node of this.#edges.keys()) if (!this.#order.has(node)) this.#visit(node)
    return this.#cycles
  }

  #visit(node: string): void {
    const order = this.#order.size
    this.#order.set(node, order)
    let lowest = order
    this.#open.push(node)
    this.#isOpen.add(node)
    for (const next of this.#edges.get(node) ?? []) {
      if (!this.#order.has(next)) this.#visit(next)
      if (this.#isOpen.has(next)) lowest = Math.min(lowest, this.#lowest.get(next) ?? this.#order.get(next) ?? order)
    }
    this.#lowest.set(node, lowest)
    if (lowest === order) this.#close(node)
  }

  #close(node: string): void {
    const group = this.#open.splice(this.#open.indexOf(node))
    for (const one of group) this.#isOpen.delete(one)
    if (group.length > 1 || this.#edges.get(node)?.includes(node)) this.#cycles.push(group.sort())
  }
}
