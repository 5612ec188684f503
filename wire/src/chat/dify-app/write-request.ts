import type { JsonObject } from '../../encoding/json.ts'
import { endUserOf, nameAppLosses } from '../apps/app-losses.ts'
import type { LossLog } from '../losses/loss.ts'
import type { ChatRequest } from '../request/request.ts'
import { NAME } from './name.ts'
import { writeQuery } from './write-query.ts'

/** A canonical request as a body of `POST /chat-messages`. Nearly all settings are the app's own. What a caller says of them goes to `losses`. */
export function writeRequest(request: ChatRequest, losses: LossLog): JsonObject {
  const { query, files } = writeQuery(request.turns, losses)
  const user = endUserOf(request)
  nameAppLosses(NAME, request, losses)
  return {
    inputs: {},
    query,
    // Apps that are agents have no other mode.
    response_mode: 'streaming',
    // Else a model is asked for the name of a conversation that nobody goes on with.
    auto_generate_name: false,
    ...(user !== undefined && { user }),
    ...(files.length > 0 && { files: [...files] }),
  }
}
