// LiteLLM, whose tables are on PostgreSQL. Source: BerriAI/litellm, schema.prisma. The credentials of its models are sealed with a key that
// only it has, so their channels come along without.
import { quotaOfDollars } from '@waystation/contract/money/quota'
import { channelStatus, logType } from '@waystation/contract/site/status-table'
import type { ForeignRow } from '../../db/foreign-database.ts'
import type { MovingChannel, MovingCode, MovingLog } from '../../domain/move-in/goods.ts'
import { sha256 } from '../../lib/secret.ts'
import { movingChannel } from '../channel-fields.ts'
import { dateOf, ImportRefused, numberOf, objectIn, textOf, wholeOf } from '../fields.ts'
import type { Ids, OpenSource, ReadParts, Source } from '../source.ts'
import { noTotals, type Totals } from '../tally.ts'
import { groupOf, leftOf, type Owners, readOwners, TABLES } from './owners.ts'
import { readKey, readPeople } from './people.ts'

export const litellm: OpenSource = async (parts) => {
  if (!parts.foreign.tables.has(TABLES.keys)) throw new ImportRefused(`this is no database of litellm: it has no table ${TABLES.keys}`)
  return new LitellmSource(parts, await readOwners(parts))
}

/** Its providers by the channel types here. */
const types: Readonly<Record<string, number>> = {
  ...{ openai: 1, azure: 3, ollama: 4, anthropic: 14, openrouter: 20, gemini: 24, perplexity: 27, bedrock: 33, cohere: 34, vertex_ai: 41 },
  ...{ mistral: 42, deepseek: 43, volcengine: 45, xai: 48, groq: 1001, cerebras: 1002, fireworks_ai: 1004, together_ai: 1005 },
}

class LitellmSource implements Source {
  readonly quotaPerUnit: number
  readonly #parts: ReadParts & { readonly owners: Owners }
  /** What users and keys come to; counted while they are read. */
  readonly #read = { users: 0, user_quota: 0, token_quota: 0 }

  constructor(parts: ReadParts, owners: Owners) {
    this.#parts = { ...parts, owners }
    // It counts in dollars, so whatever a dollar is here is right.
    this.quotaPerUnit = parts.quotaPerUnit
  }

  async *users() {
    for await (const people of readPeople(this.#parts)) {
      this.#read.users += people.length
      this.#read.user_quota += people.reduce((sum, { balance }) => sum + balance, 0)
      yield people
    }
  }

  async *tokens(ids: Ids) {
    const { foreign, owners, quotaPerUnit } = this.#parts
    for await (const rows of foreign.pages(TABLES.keys, 'token')) {
      for (const row of rows) this.#read.token_quota += leftOf(row, quotaPerUnit, owners.budgets.get(textOf(row, 'budget_id'))) ?? 0
      yield rows.map((row) => readKey(row, { ...this.#parts, ids })).filter((token) => token !== undefined)
    }
  }

  async *channels() {
    const { foreign } = this.#parts
    if (foreign.tables.has(TABLES.models)) yield (await foreign.all(TABLES.models)).map((row) => this.#channel(row))
  }

  #channel(row: ForeignRow): MovingChannel {
    const params = objectIn(row, 'litellm_params')
    const text = (name: string) => String(params[name] ?? '')
    const name = textOf(row, 'model_name')
    // Sealed values have no slash behind the name of a provider.
    const [, provider = '', model = ''] = /^([a-z_]+)\/([\w.:@/-]+)$/.exec(text('model')) ?? []
    const groups = new Set(['default', ...[...this.#parts.owners.teams.values()].map(groupOf)])
    return movingChannel(
      {
        ...{ id: textOf(row, 'model_id'), type: types[provider] ?? 1, status: channelStatus.disabled },
        fields: {
          ...{ name, models: name, group: [...groups].join(','), base_url: /^https?:\/\//.test(text('api_base')) ? text('api_base') : '' },
          model_mapping: model === '' || model === name ? '' : JSON.stringify({ [name]: model }),
        },
        ...{ setting: {}, keys: '', keyStatuses: new Map(), createdAt: dateOf(row, 'created_at'), usedQuota: 0 },
      },
      this.#parts,
    )
  }

  async *codes(): AsyncIterable<readonly MovingCode[]> {
    // It has none.
  }

  async settings() {
    return { options: new Map<string, string>(), maps: new Map() }
  }

  async *logs(since: number, { users, tokens }: { users: Ids; tokens: Ids }): AsyncIterable<readonly MovingLog[]> {
    const { foreign, tally, quotaPerUnit } = this.#parts
    if (!foreign.tables.has(TABLES.spends)) return
    const from = { column: 'startTime', least: new Date(since * 1000).toISOString() }
    for await (const rows of foreign.pages(TABLES.spends, 'request_id', from))
      yield rows.flatMap((row) => {
        const userId = users.get(textOf(row, 'user'))
        if (userId === undefined) tally.note('log_orphan', textOf(row, 'user'))
        return userId === undefined ? [] : [logOf(row, { userId, tokenId: tokens.get(textOf(row, 'api_key')) ?? 0, quotaPerUnit })]
      })
  }

  async totals(): Promise<Totals> {
    const { foreign } = this.#parts
    const count = async (table: string) => (foreign.tables.has(table) ? (await foreign.sum(table)).count : 0)
    return { ...noTotals, ...this.#read, tokens: await count(TABLES.keys), channels: await count(TABLES.models) }
  }
}

function logOf(row: ForeignRow, of: { userId: number; tokenId: number; quotaPerUnit: number }): MovingLog {
  const [began, ended] = [dateOf(row, 'startTime'), dateOf(row, 'endTime')]
  return {
    ...{ created_at: ended || began, type: logType.consumption, user_id: of.userId, token_id: of.tokenId, channel_id: 0 },
    ...{ username: textOf(row, 'user').slice(0, 64), token_name: '', group_name: '', is_stream: 0, client_ip: '' },
    model_name: (textOf(row, 'model_group') || textOf(row, 'model')).slice(0, 190),
    use_time: Math.max(0, ended - began),
    ...{ prompt_tokens: wholeOf(row, 'prompt_tokens'), completion_tokens: wholeOf(row, 'completion_tokens') },
    quota: quotaOfDollars(numberOf(row, 'spend') ?? 0, of.quotaPerUnit),
    request_id: sha256(`litellm log ${textOf(row, 'request_id')}`).slice(0, 26),
  }
}
