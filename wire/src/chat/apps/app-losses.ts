import type { LossLog } from '../losses/loss.ts'
import { nameSettingLosses } from '../losses/name-losses.ts'
import { nameForeignExtras } from '../request/extras.ts'
import type { ChatRequest } from '../request/request.ts'

/** The name of the end user, by either of the words for one; undefined: the request names none. */
export const endUserOf = ({ endUser, safetyIdentifier }: ChatRequest): string | undefined => endUser ?? safetyIdentifier

/**
 * Names the settings of a request that mean nothing to an app: which model it has, how that draws, its tools and how long it answers are
 * the app's own. That an end user is named is no loss (`endUserOf`).
 */
export function nameAppLosses(dialect: string, { endUser, safetyIdentifier, ...rest }: ChatRequest, losses: LossLog): void {
  if (endUser !== undefined && safetyIdentifier !== undefined) losses.add('safetyIdentifier', 'not-expressible')
  const { tools = [], toolChoice, output, reasoning, sampling, maxOutputTokens, stop } = rest
  for (const index of tools.keys()) losses.add(`tools[${index}]`, 'not-expressible')
  if (toolChoice !== undefined) losses.add('toolChoice', mustCall(toolChoice) ? 'needed' : 'not-expressible')
  if (output !== undefined && output.kind !== 'text') losses.add('output', 'not-expressible')
  if (output !== undefined) nameForeignExtras(dialect, output, 'output', losses)
  if (reasoning !== undefined) losses.add('reasoning', 'not-expressible')
  for (const key of Object.keys(sampling ?? {})) losses.add(`sampling.${key}`, 'not-expressible')
  if (maxOutputTokens !== undefined) losses.add('maxOutputTokens', 'not-expressible')
  if (stop !== undefined && stop.length > 0) losses.add('stop', 'not-expressible')
  nameSettingLosses(rest, losses)
  nameForeignExtras(dialect, rest, '', losses)
}

function mustCall(choice: NonNullable<ChatRequest['toolChoice']>): boolean {
  return choice.kind === 'required' || choice.kind === 'tool' || (choice.kind === 'some' && choice.isRequired)
}
