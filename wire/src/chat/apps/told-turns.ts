// A conversation as it is told to an app, which takes texts and files only: calls of tools and their results are written into the text.
import type { LossLog } from '../losses/loss.ts'
import { nameLostPart, namePartLosses, nameTurnLosses } from '../losses/name-losses.ts'
import { type PlacedPart, placeParts, turnPath } from '../request/placed-part.ts'
import { isMedium, type MediaPart, type Part, type ToolResultPart, type Turn } from '../request/request.ts'
import { splitTurn } from '../request/split-turn.ts'

/** What a turn says, or a result of a tool in it. */
export interface Told<Medium> {
  readonly role: Turn['role'] | 'tool'
  /** Who says it, in words, where it stands in one text with others. */
  readonly speaker: string
  /** May be empty where there are media. */
  readonly text: string
  readonly media: readonly Medium[]
}

/** How a dialect writes what is told. */
export interface Telling<Medium> {
  readonly dialect: string
  /** A medium as the app takes it; undefined for a file of another vendor. The name of a file counts as written where its data are sent. */
  readonly mediumOf: (part: MediaPart) => Medium | undefined
}

const speakers = { system: 'System', user: 'User', assistant: 'Assistant' } as const

/** Each turn as a text and its media, without those that say nothing. What cannot be told goes to `losses`. */
export function tellTurns<Medium>(turns: readonly Turn[], telling: Telling<Medium>, losses: LossLog): Told<Medium>[] {
  return turns
    .flatMap((turn, index) => tellTurn(turn, turnPath(index), telling, losses))
    .filter(({ text, media }) => text !== '' || media.length > 0)
}

/** Several turns as one text, each under the name of its speaker. One alone stands as it is. */
export function asOneText(told: readonly Pick<Told<unknown>, 'speaker' | 'text'>[]): string {
  const [only] = told
  return told.length === 1 && only ? only.text : told.map(({ speaker, text }) => `${speaker}: ${text}`).join('\n\n')
}

function tellTurn<Medium>(turn: Turn, path: string, telling: Telling<Medium>, losses: LossLog): Told<Medium>[] {
  nameTurnLosses(telling.dialect, turn, path, losses)
  const { results, others, role } = splitTurn(turn, path)
  const told = results.map(({ part, path: place }) => tellResult(part, place, telling, losses))
  return [...told, { role, speaker: speakers[role], ...tellParts(others, telling, losses) }]
}

function tellResult<Medium>(result: ToolResultPart, path: string, telling: Telling<Medium>, losses: LossLog): Told<Medium> {
  namePartLosses(telling.dialect, result, path, losses, ['isError'])
  const outcome = result.isError === true ? 'failed' : 'answered'
  const speaker = `Tool call ${result.toolCallId} ${outcome}`
  return { role: 'tool', speaker, ...tellParts(placeParts(result.parts, path), telling, losses) }
}

function tellParts<Medium>(parts: readonly PlacedPart[], { dialect, mediumOf }: Telling<Medium>, losses: LossLog) {
  const texts: string[] = []
  const media: Medium[] = []
  for (const { part, path } of parts) {
    const text = textOfPart(part)
    const medium = text === undefined && isMedium(part) ? mediumOf(part) : undefined
    if (text !== undefined) texts.push(text)
    else if (medium !== undefined) media.push(medium)
    else {
      nameLostPart(part, path, losses)
      continue
    }
    namePartLosses(dialect, part, path, losses, isMedium(part) && part.source.kind === 'base64' ? ['fileName'] : [])
  }
  return { text: texts.join('\n'), media }
}

function textOfPart(part: Part): string | undefined {
  if (part.kind === 'text' || part.kind === 'refusal') return part.text
  if (part.kind === 'tool-call') return `[called ${part.name} as ${part.id} with ${part.argumentsText}]`
  return undefined
}
