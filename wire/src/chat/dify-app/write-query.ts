import type { JsonObject } from '../../encoding/json.ts'
import { asOneText, tellTurns } from '../apps/told-turns.ts'
import type { LossLog } from '../losses/loss.ts'
import type { Turn } from '../request/request.ts'
import { NAME } from './name.ts'
import { fileOf } from './write-file.ts'

/** The question, and the files that go with it. */
export interface Query {
  readonly query: string
  readonly files: readonly JsonObject[]
}

/**
 * A conversation as one question: an app keeps conversations of its own and takes the last question only, so that the turns before it are
 * written into it, each under the name of its speaker. A single turn is the question as it stands.
 */
export function writeQuery(turns: readonly Turn[], losses: LossLog): Query {
  const told = tellTurns(turns, { dialect: NAME, mediumOf: fileOf }, losses)
  const files = told.flatMap(({ media }) => media)
  const query = asOneText(told.filter(({ text }) => text !== ''))
  // An empty question is refused.
  return { query: query === '' && files.length > 0 ? `[${files.map(({ type }) => type).join(', ')}]` : query, files }
}
