import { tokenScopes } from '@waystation/contract/people/access-token'
import type { Tables } from '../tables/tables.ts'
import type { MigrationStep } from './schema.ts'

// What the access token of a user may do, a comma list, and when it ends; empty where there is no token.
const columns: Parameters<Parameters<MigrationStep>[0]['addColumns']>[1] = {
  access_token_scopes: ['varchar(255)', (c) => c.notNull().defaultTo('')],
  access_token_expires_at: ['bigint', (c) => c], // unix seconds; null: never
}

// Tokens of before keep what they could do.
export const up: MigrationStep = async (schema) => {
  await schema.addColumns('user', columns)
  await schema.db
    .withTables<Pick<Tables, 'user'>>()
    .updateTable('user')
    .set({ access_token_scopes: tokenScopes.join(',') })
    .where('access_token_hash', 'is not', null)
    .where('access_token_scopes', '=', '')
    .execute()
}
