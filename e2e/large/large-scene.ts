// The large installation with its console: everybody can log in, and a vendor that answers serves what is sold most.

import type { Token } from '@waystation/contract/people/token'
import { loadMasterKey } from '../../server/src/lib/secret.ts'
import { logIn, ROOT } from '../../server/src/testing/console-client.ts'
import { openFakeProvider } from '../../server/src/testing/fakes/fake-provider.ts'
import type { Facts, Member, MemberFacts } from '../console/filling.ts'
import { openConsoleServer } from '../console/server.ts'
import { channelTexts } from './channels.ts'
import { fillLarge, LARGE_PASSWORD, type LargeSize, largeOptions, largeSize } from './fill-large.ts'
import { happeningTexts } from './happenings.ts'
import { moneyTexts } from './money.ts'
import { people, peopleTexts } from './people.ts'

/** The model that the vendor which answers serves. */
export const ANSWERED_MODEL = 'gpt-5-mini'

/** Names and words that are data, in whatever language. */
export const largeTexts: readonly string[] = [...channelTexts, ...moneyTexts, ...peopleTexts, ...happeningTexts]

/** Opens it. Close the facts before the server. */
export async function openLarge(size: LargeSize = largeSize, say: (text: string) => void = () => {}) {
  const server = await openConsoleServer({
    async fill(config) {
      await fillLarge(config.database, { masterKey: loadMasterKey(config.masterKey, () => false), size, say })
    },
  })
  for (const [key, value] of Object.entries(largeOptions)) await server.root().call('PUT', '/api/option/', { key, value })
  return { server, facts: await factsOf(server) }
}

async function factsOf(server: Awaited<ReturnType<typeof openConsoleServer>>): Promise<Facts> {
  const provider = await openFakeProvider({ models: [ANSWERED_MODEL] })
  const root = server.root()
  const draft = { name: 'answers', type: 8, base_url: provider.url, models: ANSWERED_MODEL, key: 'far-key', priority: 100 }
  const setting = JSON.stringify({ hidden_prompt: true })
  const { id: channelId } = await root.call<{ id: number }>('POST', '/api/channel/', { ...draft, setting })
  const of = async (who: { username: string; password: string }): Promise<MemberFacts> => {
    const client = await logIn(server.url, who)
    const token = await client.call<Token>('POST', '/api/token/', { name: 'newest', unlimited_quota: true })
    return { client, ...who, tokenId: token.id, key: `sk-${token.key}` }
  }
  const password = LARGE_PASSWORD
  const members: Record<Member, MemberFacts> = {
    root: await of(ROOT),
    admin: await of({ username: people.admin, password }),
    user: await of({ username: people.user, password }),
  }
  return { members, channelId, messageId: 120, provider, close: () => provider.close() }
}
