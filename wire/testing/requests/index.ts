// Requests of each dialect that together use every feature it has: all that is drawn, and what no draw holds, as the vendor's SDK cannot
// say it or the vendor would refuse it.
import type { ClientDialectName } from '../../src/chat/dialects.ts'
import type { JsonObject } from '../../src/encoding/json.ts'
import { type Draw, type DrawnDialect, drawOf, singles } from '../draws/draw.ts'
import { drawnDialects } from '../draws/index.ts'
import { messageRequests } from './anthropic-messages.ts'
import { geminiRequests } from './gemini-generate.ts'
import { chatRequests } from './openai-chat.ts'
import { responsesRequests } from './openai-responses.ts'

type Named = Readonly<Record<string, JsonObject>>

/** Written by hand, by what they show. */
const odd: Readonly<Record<ClientDialectName, Named>> = {
  'openai-chat': chatRequests,
  'openai-responses': responsesRequests,
  'anthropic-messages': messageRequests,
  'gemini-generate': geminiRequests,
}

/**
 * Requests that set all fields at once: the first value of each, then the second of those that have one, and so on. What brings tools is
 * left out, as of one name there may be one only.
 */
function together(dialect: DrawnDialect): Draw[] {
  const withoutTools = dialect.variations.filter(({ tools }) => !tools)
  const fields = [...Map.groupBy(withoutTools, ({ field }) => field).values()]
  const most = Math.max(...fields.map(({ length }) => length))
  return Array.from({ length: most }, (_, at) => {
    const values = fields.flatMap((field) => field[at] ?? [])
    return { ...drawOf(dialect, values), name: `value ${at} of each field` }
  })
}

/** The requests of a dialect by what they show: the draws of one value each, those of all fields at once, then those written by hand. */
export function requestsOf(dialect: ClientDialectName): Named {
  const drawn = drawnDialects
    .filter(({ name }) => name === dialect)
    .flatMap((one) =>
      [...singles(one), ...together(one)].map(({ name, body }) => [name, one.modelInPath ? body : { model: 'm', ...body }] as const),
    )
  return { ...Object.fromEntries(drawn), ...odd[dialect] }
}
