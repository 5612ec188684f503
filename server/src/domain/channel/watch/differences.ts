// How what a channel sells differs from the list of its vendor. Pure.
import type { UpstreamDifference } from '@waystation/contract/channels/upstream-models'
import type { ReadTraits } from '@waystation/contract/models/traits'

export interface Compared {
  readonly models: readonly string[]
  readonly modelMapping: Readonly<Record<string, unknown>>
  /** What the vendor lists. */
  readonly listed: readonly string[]
  /** The name that a model with an ending of the gateway's own, such as an effort, has at the vendor; undefined: it has none. */
  readonly bareName: (model: string) => string | undefined
  readonly traits: ReadTraits
  /** `YYYY-MM-DD`. */
  readonly today: string
}

/** A difference before anybody has decided about it. */
export type Difference = Omit<UpstreamDifference, 'is_ignored'>

/** What a channel calls a model at its vendor. */
export function upstreamName(model: string, mapping: Compared['modelMapping']): string {
  const mapped = Object.hasOwn(mapping, model) ? mapping[model] : undefined
  return typeof mapped === 'string' && mapped !== '' ? mapped : model
}

/** The differences, those that concern what is sold first, by name. */
export function differencesOf({ models, modelMapping, listed, bareName, traits, today }: Compared): Difference[] {
  const there = new Set(listed)
  const sold = new Set(models.map((model) => upstreamName(model, modelMapping)))
  const isListed = (name: string) => there.has(name) || there.has(bareName(name) ?? name)
  const gone = [...sold].filter((name) => !isListed(name))
  const bare = new Set([...sold].map((name) => bareName(name) ?? name))
  const added = listed.filter((name) => !sold.has(name) && !bare.has(name))
  const pairs = renamed(gone, added)
  const taken = new Set([...pairs].flat())
  const endOf = (model: string) => {
    const { on: ends_on = '', successor = '' } = traits(model).end ?? {}
    return { ends_on, successor }
  }
  const lost = gone
    .filter((name) => !taken.has(name))
    .map((model): Difference => {
      const end = endOf(model)
      const kind = end.ends_on !== '' && end.ends_on < today ? 'retired' : 'gone'
      return { id: `gone:${model}`, kind, model, to: '', ...end }
    })
  const moved = [...pairs].map(([model, to]): Difference => ({ id: `renamed:${model}>${to}`, kind: 'renamed', model, to, ...endOf(model) }))
  const fresh = added
    .filter((name) => !taken.has(name) && !models.includes(name))
    .map((model): Difference => ({ id: `added:${model}`, kind: 'added', model, to: '', ...endOf(model) }))
  return [lost, moved, fresh].flatMap((some) => some.toSorted((a, b) => (a.model < b.model ? -1 : 1)))
}

/** A date at the end of a name, as makers write it. */
const DATED = /-(?:20\d{2}-\d{2}-\d{2}|20\d{6})$/

/** A name that has lost or got its date is a pair where no other name could be meant; another date is another model. */
function renamed(gone: readonly string[], added: readonly string[]): Map<string, string> {
  const base = (name: string) => name.replace(DATED, '')
  const only = (names: readonly string[], wanted: string) => names.filter((name) => base(name) === wanted).length === 1
  return new Map(
    gone.flatMap((from) => {
      const to = added.find((name) => base(name) === base(from) && DATED.test(name) !== DATED.test(from))
      return to !== undefined && only(gone, base(from)) && only(added, base(from)) ? [[from, to] as const] : []
    }),
  )
}

/** The models and the mapping of a channel after these differences were applied. A renamed model is sold under its old name as before. */
export function appliedTo(
  { models, modelMapping }: Pick<Compared, 'models' | 'modelMapping'>,
  differences: readonly Difference[],
): { readonly models: string[]; readonly modelMapping: Record<string, string> } {
  const lost = new Set(differences.flatMap(({ kind, model }) => (kind === 'gone' || kind === 'retired' ? [model] : [])))
  const moved = new Map(differences.flatMap(({ kind, model, to }) => (kind === 'renamed' ? [[model, to] as const] : [])))
  const kept = models.filter((model) => !lost.has(upstreamName(model, modelMapping)))
  const mapping = Object.fromEntries(
    Object.entries(modelMapping).flatMap(([from, to]) =>
      typeof to === 'string' && !(lost.has(to) && models.includes(from)) ? [[from, to]] : [],
    ),
  )
  for (const model of kept) {
    const to = moved.get(upstreamName(model, modelMapping))
    if (to === model) delete mapping[model]
    else if (to !== undefined) mapping[model] = to
  }
  return { models: [...kept, ...differences.flatMap(({ kind, model }) => (kind === 'added' ? [model] : []))], modelMapping: mapping }
}

/** Is a list not to be trusted without a look: empty, or without more than half of what was on it, or of what is sold? */
export function isDoubtful(before: readonly string[], { listed, ...compared }: Compared): boolean {
  const there = new Set(listed)
  const hasLost = before.filter((name) => there.has(name)).length < before.length / 2
  const gone = differencesOf({ ...compared, listed }).filter(({ kind }) => kind === 'gone' || kind === 'retired')
  return listed.length === 0 || hasLost || gone.length > compared.models.length / 2
}
