// Which of the names to choose from are meant by what is typed, and in which order: pure, so that ModelsField only draws.

const SEPARATORS = /[,，、;；\s]+/

/** The names in a text that was typed or pasted with commas, spaces or lines between them; undefined while it is one word. */
export function namesIn(text: string): string[] | undefined {
  return SEPARATORS.test(text.trim()) || /[,，、;；\s]$/.test(text) ? text.split(SEPARATORS).filter((name) => name !== '') : undefined
}

/** Names that hold what is typed: the same first, then those that begin with it, then the others; each lot as it came. */
export function matchesOf(typed: string, names: readonly string[]): string[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return [...names]
  const rank = (name: string) => {
    const at = name.toLowerCase().indexOf(wanted)
    return at < 0 ? 3 : name.toLowerCase() === wanted ? 0 : at === 0 ? 1 : 2
  }
  return names.filter((name) => rank(name) < 3).toSorted((a, b) => rank(a) - rank(b))
}

/** How a model stands beside the list of the upstream: it is there and was not taken so far, or it was and is not there. */
export type ModelState = 'new' | 'gone'

/** The models that differ between what the upstream offers and what was saved; none while either is not known. */
export function compareModels(offered: readonly string[], before: readonly string[]): ReadonlyMap<string, ModelState> {
  if (offered.length === 0 || before.length === 0) return new Map()
  const [there, taken] = [new Set(offered), new Set(before)]
  return new Map([
    ...offered.filter((name) => !taken.has(name)).map((name) => [name, 'new'] as const),
    ...before.filter((name) => !there.has(name)).map((name) => [name, 'gone'] as const),
  ])
}

/** Models of one maker. */
export interface ModelFamily {
  /** '' for those that nobody is known to have made. */
  readonly maker: string
  readonly names: readonly string[]
}

/** Tells who made a model by its name; '' where the name does not tell. */
export type MakerOf = (name: string) => string

/** The names by their maker: the largest family first, those without a maker last; each as it came. */
export function familiesOf(names: readonly string[], makerOf: MakerOf): readonly ModelFamily[] {
  const byMaker = new Map<string, string[]>()
  for (const name of names) {
    const maker = makerOf(name)
    const family = byMaker.get(maker)
    if (family) family.push(name)
    else byMaker.set(maker, [name])
  }
  return [...byMaker]
    .map(([maker, own]) => ({ maker, names: own }))
    .toSorted(
      (a, b) => Number(a.maker === '') - Number(b.maker === '') || b.names.length - a.names.length || a.maker.localeCompare(b.maker),
    )
}
