// What is different between the facts about models that are held and those that a source has now.

type Facts = Readonly<Record<string, unknown>>

/** Facts about models, by name. */
export type ModelFacts = Readonly<Record<string, Facts>>

/** A fact that is another one now; undefined: there is none. */
export interface FactChange {
  readonly model: string
  readonly fact: string
  readonly before: unknown
  readonly after: unknown
}

export interface ModelChanges {
  readonly added: readonly string[]
  readonly gone: readonly string[]
  /** Of models on both sides, in the order of their names. */
  readonly changed: readonly FactChange[]
}

/** The changes that lead from what is held to what is found. */
export function changesBetween(held: ModelFacts, found: ModelFacts): ModelChanges {
  const names = Object.keys(found).filter((name) => Object.hasOwn(held, name))
  return {
    added: Object.keys(found).filter((name) => !Object.hasOwn(held, name)),
    gone: Object.keys(held).filter((name) => !Object.hasOwn(found, name)),
    changed: names.toSorted().flatMap((model) => factChanges(model, held[model] ?? {}, found[model] ?? {})),
  }
}

function factChanges(model: string, held: Facts, found: Facts): FactChange[] {
  const facts = [...new Set([...Object.keys(held), ...Object.keys(found)])]
  return facts
    .filter((fact) => JSON.stringify(held[fact]) !== JSON.stringify(found[fact]))
    .map((fact) => ({ model, fact, before: held[fact], after: found[fact] }))
}
