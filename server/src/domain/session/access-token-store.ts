import type { Database } from '../../db/database.ts'

/** The user with this access token, by its keyed hash. */
export async function findAccessToken(database: Database, hash: string) {
  return database.read
    .selectFrom('user')
    .select(['id', 'username', 'role', 'status', 'group_name', 'language', 'deleted_at', 'access_token_hash', 'access_token_used_at'])
    .select(['access_token_scopes', 'access_token_expires_at'])
    .where('access_token_hash', '=', hash)
    .executeTakeFirst()
}
