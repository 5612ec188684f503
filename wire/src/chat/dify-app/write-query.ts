import type { JsonObject } from '../../encoding/json.ts'
import type { LossLog } from '../losses/loss.ts'
import { nameLostPart, namePartLosses, nameTurnLosses } from '../losses/name-losses.ts'
import { type PlacedPart, placeParts, turnPath } from '../request/placed-part.ts'
import type { MediaPart, Part, ToolResultPart, Turn } from '../request/request.ts'
import { splitTurn } from '../request/split-turn.ts'
import { NAME } from './name.ts'
import { fileOf } from './write-file.ts'

/** The question, and the files that go with it. */
export interface Query {
  readonly query: string
  readonly files: readonly JsonObject[]
}

const speakers = { system: 'System', user: 'User', assistant: 'Assistant' } as const

/**
 * A conversation as one question: an app keeps conversations of its own and takes the last question only, so that the turns before it are
 * written into it, each under the name of its speaker. A single turn is the question as it stands.
 */
export function writeQuery(turns: readonly Turn[], losses: LossLog): Query {
  const files: JsonObject[] = []
  const said = turns.flatMap((turn, index) => writeTurn(turn, turnPath(index), files, losses))
  const [only] = said
  const query = said.length === 1 && only ? only.text : said.map(({ speaker, text }) => `${speaker}: ${text}`).join('\n\n')
  // An empty question is refused.
  return { query: query === '' && files.length > 0 ? `[${files.map(({ type }) => type).join(', ')}]` : query, files }
}

interface Said {
  readonly speaker: string
  readonly text: string
}

function writeTurn(turn: Turn, path: string, files: JsonObject[], losses: LossLog): Said[] {
  nameTurnLosses(NAME, turn, path, losses)
  const { results, others, role } = splitTurn(turn, path)
  const said = results.map(({ part, path: place }) => writeResult(part, place, files, losses))
  const text = writeParts(others, files, losses)
  return text === '' ? said : [...said, { speaker: speakers[role], text }]
}

function writeResult(result: ToolResultPart, path: string, files: JsonObject[], losses: LossLog): Said {
  namePartLosses(NAME, result, path, losses, ['isError'])
  const outcome = result.isError === true ? 'failed' : 'answered'
  return {
    speaker: `Tool call ${result.toolCallId} ${outcome}`,
    text: writeParts(placeParts(result.parts, path), files, losses),
  }
}

function writeParts(parts: readonly PlacedPart[], files: JsonObject[], losses: LossLog): string {
  const texts: string[] = []
  for (const { part, path } of parts) {
    const text = textOfPart(part)
    const file = text === undefined && isMedium(part) ? fileOf(part) : undefined
    if (text !== undefined) texts.push(text)
    else if (file) files.push(file)
    else {
      nameLostPart(part, path, losses)
      continue
    }
    namePartLosses(NAME, part, path, losses, file?.transfer_method === 'local_file' ? ['fileName'] : [])
  }
  return texts.join('\n')
}

function textOfPart(part: Part): string | undefined {
  if (part.kind === 'text' || part.kind === 'refusal') return part.text
  if (part.kind === 'tool-call') return `[called ${part.name} as ${part.id} with ${part.argumentsText}]`
  return undefined
}

const isMedium = (part: Part): part is MediaPart =>
  part.kind === 'image' || part.kind === 'audio' || part.kind === 'video' || part.kind === 'file'
