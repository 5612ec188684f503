// What each family of clients asks for, in which dialect and how.
import { type ClientFamily, type ClientFamilyFacts, clientFamilyFacts } from '@waystation/contract/clients/client-checks'
import { chat } from './chat.ts'
import type { CheckDialect } from './check-dialect.ts'
import { gemini } from './gemini.ts'
import { messages } from './messages.ts'
import { responses } from './responses.ts'

export interface FamilyOfClients extends Pick<ClientFamilyFacts, 'isAgent' | 'checks'> {
  readonly dialect: CheckDialect
}

const dialects: Readonly<Record<ClientFamilyFacts['dialect'], CheckDialect>> = {
  'anthropic-messages': messages,
  'openai-responses': responses,
  'openai-chat': chat,
  'gemini-generate': gemini,
}

export function familyOf(family: ClientFamily): FamilyOfClients {
  const { dialect, ...facts } = clientFamilyFacts[family]
  return { ...facts, dialect: dialects[dialect] }
}
