import { channelStatus } from '@waystation/contract/site/status-table'
import { splitList } from '@waystation/contract/values/codec'
import type { Database } from '../../../db/database.ts'
import { objectOf } from '../../catalog/routable-channel.ts'

/** An enabled channel, as far as it decides what is sold. */
export interface Seller {
  readonly id: number
  readonly name: string
  readonly prefix: string
  readonly models: readonly string[]
  readonly modelMapping: Readonly<Record<string, unknown>>
}

export async function findSellers(database: Database): Promise<Seller[]> {
  const rows = await database.read
    .selectFrom('channel')
    .select(['id', 'name', 'models', 'model_prefix', 'model_mapping'])
    .where('status', '=', channelStatus.enabled)
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, models, model_prefix, model_mapping }) => ({
    ...{ id: Number(id), name, prefix: model_prefix },
    models: splitList(models, /[,\n]/),
    modelMapping: objectOf(model_mapping),
  }))
}
