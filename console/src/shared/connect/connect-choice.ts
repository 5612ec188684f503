// What is chosen on the way to a connected program: which program, on which system, with which model, at which door.
import type { Client, ClientDialect, System } from '@waystation/contract/clients/client'
import { systems } from '@waystation/contract/clients/client'
import { clients } from '@waystation/contract/clients/clients'

/** As it stands in an address: names that may be unknown by now. */
export type AskedChoice = Readonly<Partial<Record<ChoiceName, string | undefined>>>

/** What of it an address may hold. */
type ChoiceName = 'token' | 'client' | 'system' | 'model' | 'dialect'

export interface Choosing {
  readonly asked: AskedChoice
  readonly choose: (patch: AskedChoice) => void
}

export interface Choice {
  readonly client: Client
  readonly system: System
  readonly dialect: ClientDialect
}

/** What is chosen, with the usual in the place of what is not, or is no choice of this client. */
export function choiceOf(asked: AskedChoice, agent = navigator.userAgent): Choice {
  const client = clients.find(({ id }) => id === asked.client) ?? clients[0]
  const system = systems.find((name) => name === asked.system) ?? systemOf(agent)
  const dialect = client.dialects.find((name) => name === asked.dialect) ?? client.dialects[0]
  return { client, system, dialect }
}

/** The system that a browser runs on. Phones show what is done at a desk, which they do not tell. */
function systemOf(agent: string): System {
  if (/Windows/.test(agent)) return 'windows'
  return /Mac OS|Macintosh|iPhone|iPad/.test(agent) ? 'macos' : 'linux'
}
