// Cells with another result than the rest, each with its reason: a scenario that the upstream's dialect cannot express is served as far as
// possible, and the losses are listed.
import type { Client } from './client.ts'
import type { Upstream } from './upstreams.ts'

export interface Exception {
  /** How the scenario's name begins. */
  readonly scenario: string
  readonly reason: string
  /** Of the losses in the log row, at least one must be this; absent: nothing is lost. */
  readonly lost?: RegExp
  readonly isAt: (client: Client, upstream: Upstream) => boolean
}

export const exceptions: readonly Exception[] = [
  {
    scenario: 'thinking and tools',
    reason:
      'Chat vendors know a word for the effort and no budget, and refuse the word for models that do not think: thinking is not asked for, which the losses name.',
    lost: /^reasoning\./,
    isAt: (client, upstream) => upstream.dialect === 'openai-chat' && client.requestsThinkingBy === 'budget',
  },
  {
    scenario: 'thinking and tools',
    reason:
      'The model thinks, the signatures come back, and the thinking is billed, but it is not shown: Responses show a summary only to those who ask for one, and in chat nobody can.',
    isAt: (client, upstream) => upstream.dialect === 'openai-responses' && client.dialect === 'openai-chat',
  },
]

export function exceptionAt(client: Client, upstream: Upstream, scenario: string): Exception | undefined {
  return exceptions.find((one) => scenario.startsWith(one.scenario) && one.isAt(client, upstream))
}
