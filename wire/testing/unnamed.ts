// The law of honesty for any request: what a vendor's body does not say is named as lost. The canonical request that was read from the
// client is compared with the text of the body and with what a reader of the vendor's dialect finds in it.
import type { Loss } from '../src/chat/losses/loss.ts'
import type { ChatRequest, Part, Tool } from '../src/chat/request/request.ts'

/** Words that stand for something else in every dialect: they are compared by what they mean, in `facts`. */
const WORDS: ReadonlySet<string> = new Set([
  ...['kind', 'role', 'type', 'mediaType', 'signedBy', 'effort', 'summary', 'purpose', 'detail', 'dialect'],
  // How the client spells it, where a dialect has several ways.
  'spellings',
  // An opaque token of one vendor is no other's to read, so it never goes there (decision 7); the ids of its thoughts go with it.
  ...['signature', 'encrypted'],
])

interface Leaf {
  readonly path: string
  readonly text: string
}

/** Every text of the request with its place; extras stand at their carrier, a citation's own object at the citation. */
export function leaves(value: unknown, leavesOut: ReadonlySet<string> = WORDS, path = ''): Leaf[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (Array.isArray(value)) return value.flatMap((item, index) => leaves(item, leavesOut, `${path}[${index}]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => {
    if (leavesOut.has(key)) return []
    const isPlace = key === 'extras' || key === 'fields' || key === 'nested'
    return leaves(child, leavesOut, isPlace ? path : path === '' ? key : `${path}.${key}`)
  })
}

/** Is the path the one of a loss, or under it? */
export const isUnder = (path: string, losses: readonly Pick<Loss, 'path'>[]): boolean =>
  losses.some((loss) => path === loss.path || path.startsWith(`${loss.path}.`) || path.startsWith(`${loss.path}[`))

export const isNamed = (path: string, losses: readonly Loss[]): boolean =>
  isUnder(path, losses) || losses.some((loss) => loss.path.startsWith(`${path}.`))

/** The text as it stands in a printed body, at most so many characters of it: vendors get long media in other letters. */
const printed = (text: string) => JSON.stringify(text).slice(1, -1)

/**
 * What is missing of a request in a vendor's body and is not named as lost: places with their texts.
 *
 * @param written the printed body
 * @param isSaidOtherwise is this text in the body in other words, such as the hash of a name?
 */
export function unnamedTexts(
  request: ChatRequest,
  written: string,
  losses: readonly Loss[],
  isSaidOtherwise: (leaf: Leaf) => boolean,
): string[] {
  const { model: _, ...rest } = request
  // Arguments are JSON in a text: what stands in them may be printed as an object.
  const unescaped = written.replaceAll('\\"', '"').replaceAll('\\\\', '\\')
  return leaves(rest)
    .filter(({ text }) => text.trim() !== '')
    .filter(({ text }) => !written.includes(printed(text)) && !unescaped.includes(text) && !unescaped.includes(printed(text)))
    .filter(({ path }) => !isNamed(path, losses))
    .filter((leaf) => !isSaidOtherwise(leaf))
    .map(({ path, text }) => `${path}: ${text.slice(0, 60)}`)
}

type Facts = Readonly<Record<string, unknown>>

/** Numbers and flags of a request, and how many things of a kind it has: what can be compared without reading words. */
function factsOf(request: ChatRequest): Facts {
  const parts = request.turns.flatMap((turn) =>
    turn.parts.flatMap((part): readonly Part[] => (part.kind === 'tool-result' ? [part, ...part.parts] : [part])),
  )
  // A file of text may be said as text.
  const isText = (part: Part) => part.kind === 'file' && part.mediaType?.startsWith('text/') === true
  const count = (kind: Part['kind']) => parts.filter((part) => part.kind === kind && !isText(part)).length
  const tools = request.tools ?? []
  const named = (tool: Tool) => tool.kind !== 'vendor'
  return {
    ...Object.fromEntries(Object.entries(request.sampling ?? {}).map(([key, value]) => [`sampling.${key}`, value])),
    maxOutputTokens: request.maxOutputTokens,
    choices: request.choices,
    parallelToolCalls: request.parallelToolCalls,
    store: request.store,
    stopCount: request.stop?.length ?? 0,
    'count.image': count('image'),
    'count.audio': count('audio'),
    'count.video': count('video'),
    'count.file': count('file'),
    'count.tool-call': count('tool-call'),
    'count.tool-result': count('tool-result'),
    'count.tools': tools.filter(named).length,
    'count.strict': tools.filter((tool) => tool.kind === 'function' && tool.strict === true).length,
    'count.cacheMarks':
      parts.filter((part) => part.cacheMark !== undefined).length +
      tools.filter((tool) => tool.kind === 'function' && tool.cacheMark !== undefined).length,
    // A choice among no tools says nothing.
    'toolChoice.kind': tools.length === 0 ? undefined : request.toolChoice?.kind,
    'output.kind': request.output?.kind,
  }
}

/**
 * Facts that the far end reads otherwise than the client said them, and that are not named.
 * @param back what a reader of the vendor's dialect reads in the vendor's body
 * @param isSaidOtherwise is this difference one that no answer depends on?
 */
export function unnamedFacts(
  request: ChatRequest,
  back: ChatRequest,
  losses: readonly Loss[],
  isSaidOtherwise: (fact: string, asked: unknown, got: unknown) => boolean,
): string[] {
  const asked = factsOf(request)
  const got = factsOf(back)
  return (
    Object.keys(asked)
      .filter((fact) => asked[fact] !== undefined && asked[fact] !== got[fact])
      // That no tool is called needs no words where no tool arrives.
      .filter((fact) => fact !== 'toolChoice.kind' || asked[fact] !== 'none' || (back.tools ?? []).length > 0)
      .filter((fact) => !isNamed(fact, losses) && !isCounted(fact, losses))
      .filter((fact) => !isSaidOtherwise(fact, asked[fact], got[fact]))
      .map((fact) => `${fact}: ${String(asked[fact])} became ${String(got[fact])}`)
  )
}

/** Places under which a loss may have lowered a count. */
const places: Readonly<Record<string, RegExp>> = {
  // A provider names what it takes off by the field's name in the body.
  'sampling.temperature': /^temperature$/,
  'sampling.topP': /^top_p$/,
  stopCount: /^stop\b/,
  'count.image': /^turns\b/,
  'count.audio': /^turns\b/,
  'count.video': /^turns\b/,
  'count.file': /^turns\b/,
  'count.tool-call': /^turns\b/,
  'count.tool-result': /^turns\b/,
  'count.tools': /^tools\b/,
  'count.strict': /^tools\b.*(strict|parameters)|^tools\[\d+\]$/,
  'count.cacheMarks': /cacheMark|^turns\[\d+\]$|^turns\[\d+\]\.parts\[\d+\]$|^tools\[\d+\]$/,
  'toolChoice.kind': /^(toolChoice|tools)/,
  'output.kind': /^output/,
}

const isCounted = (fact: string, losses: readonly Loss[]): boolean => losses.some(({ path }) => places[fact]?.test(path) === true)
