import type { JsonObject } from '../../encoding/json.ts'
import type { LossLog } from '../losses/loss.ts'
import { nameSettingLosses } from '../losses/name-losses.ts'
import { nameForeignExtras } from '../request/extras.ts'
import type { ChatRequest } from '../request/request.ts'
import { NAME } from './name.ts'
import { writeQuery } from './write-query.ts'

/**
 * A canonical request as a body of `POST /chat-messages`. Nearly all settings are the app's own: which model, how it draws, its tools, how long
 * it answers. What a caller says of them goes to `losses`.
 */
export function writeRequest(request: ChatRequest, losses: LossLog): JsonObject {
  const { endUser, safetyIdentifier, ...rest } = request
  const { query, files } = writeQuery(request.turns, losses)
  const user = endUser ?? safetyIdentifier
  if (endUser !== undefined && safetyIdentifier !== undefined) losses.add('safetyIdentifier', 'not-expressible')
  nameAppSettings(rest, losses)
  nameSettingLosses(rest, losses)
  nameForeignExtras(NAME, rest, '', losses)
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

function nameAppSettings(
  { tools = [], toolChoice, output, reasoning, sampling, maxOutputTokens, stop }: ChatRequest,
  losses: LossLog,
): void {
  for (const index of tools.keys()) losses.add(`tools[${index}]`, 'not-expressible')
  if (toolChoice !== undefined) losses.add('toolChoice', mustCall(toolChoice) ? 'needed' : 'not-expressible')
  if (output !== undefined && output.kind !== 'text') losses.add('output', 'not-expressible')
  if (output !== undefined) nameForeignExtras(NAME, output, 'output', losses)
  if (reasoning !== undefined) losses.add('reasoning', 'not-expressible')
  for (const key of Object.keys(sampling ?? {})) losses.add(`sampling.${key}`, 'not-expressible')
  if (maxOutputTokens !== undefined) losses.add('maxOutputTokens', 'not-expressible')
  if (stop !== undefined && stop.length > 0) losses.add('stop', 'not-expressible')
}

function mustCall(choice: NonNullable<ChatRequest['toolChoice']>): boolean {
  return choice.kind === 'required' || choice.kind === 'tool' || (choice.kind === 'some' && choice.isRequired)
}
