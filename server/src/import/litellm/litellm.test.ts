// Moving in from LiteLLM: keys that only their hash is known of, budgets as limits and balances, models without their credentials.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { openWorld } from '../../gateway/testing/world.ts'
import { emptyPlace } from '../../testing/databases/database-places.ts'
import { eachKind } from '../../testing/databases/databases.ts'
import { rowsAt, runAt } from '../../testing/time/run-at.ts'
import { importInto } from '../testing/import-into.ts'

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex')
const KEYS = { limited: 'sk-Limited_key-1', open: 'sk-open', team: 'sk-team', blocked: 'sk-blocked', nobody: 'sk-nobody' }

/** As Prisma makes them: the columns that are read, and some that are not. */
const tables = `
create table "LiteLLM_BudgetTable" ("budget_id" text primary key, "max_budget" double precision, "budget_duration" text);
create table "LiteLLM_UserTable" ("user_id" text primary key, "user_alias" text, "team_id" text, "sso_user_id" text, "password" text,
  "teams" text[] default array[]::text[], "user_role" text, "max_budget" double precision, "spend" double precision not null default 0,
  "user_email" text, "models" text[], "metadata" jsonb not null default '{}', "budget_duration" text, "created_at" timestamp(3) default now());
create table "LiteLLM_TeamTable" ("team_id" text primary key, "team_alias" text, "max_budget" double precision,
  "spend" double precision not null default 0, "models" text[], "blocked" boolean not null default false, "budget_duration" text);
create table "LiteLLM_VerificationToken" ("token" text primary key, "key_name" text, "key_alias" text,
  "spend" double precision not null default 0, "expires" timestamp(3), "models" text[], "user_id" text, "team_id" text, "blocked" boolean,
  "tpm_limit" bigint, "rpm_limit" bigint, "max_parallel_requests" integer, "max_budget" double precision, "budget_duration" text,
  "budget_id" text, "metadata" jsonb not null default '{}', "created_at" timestamp(3) default now(), "last_active" timestamp(3));
create table "LiteLLM_ProxyModelTable" ("model_id" text primary key, "model_name" text not null, "litellm_params" jsonb not null,
  "model_info" jsonb, "created_at" timestamp(3) not null default now());
create table "LiteLLM_SpendLogs" ("request_id" text primary key, "api_key" text not null default '', "spend" double precision not null default 0,
  "prompt_tokens" integer not null default 0, "completion_tokens" integer not null default 0, "startTime" timestamp(3) not null,
  "endTime" timestamp(3) not null, "model" text not null default '', "model_group" text default '', "user" text default '');`

const rows = `
insert into "LiteLLM_BudgetTable" values ('shared', 2, null);
insert into "LiteLLM_UserTable" (user_id, user_alias, teams, user_role, max_budget, spend, user_email, sso_user_id) values
  ('u-1', 'ann', array['t-1'], 'internal_user', 10, 2.5, 'ann@example.com', null),
  ('u-2', null, array[]::text[], 'proxy_admin', null, 7, 'ben@example.com', 'sso-2'),
  ('u-3', null, null, null, null, 0, null, null);
insert into "LiteLLM_TeamTable" (team_id, team_alias, max_budget, spend, models) values ('t-1', 'Red, team', 3, 1, array['fake-chat']);
insert into "LiteLLM_VerificationToken" (token, key_name, key_alias, spend, models, user_id, team_id, blocked, max_budget, budget_id, rpm_limit) values
  ('${hashOf(KEYS.limited)}', 'sk-...ey-1', 'limited', 0.1, array['fake-chat'], 'u-1', 't-1', null, 1.1, null, null),
  ('${hashOf(KEYS.open)}', 'sk-...open', null, 5, array[]::text[], 'u-1', null, null, null, null, 60),
  ('${hashOf(KEYS.team)}', 'sk-...team', 'of the team', 0, array['all-team-models'], null, 't-1', null, null, 'shared', null),
  ('${hashOf(KEYS.blocked)}', null, 'blocked', 0, null, 'u-2', null, true, 4, null, null),
  ('${hashOf(KEYS.nobody)}', null, 'free', 0, null, null, null, null, null, null, null);
insert into "LiteLLM_ProxyModelTable" (model_id, model_name, litellm_params) values
  ('m-1', 'gpt-4o', '{"model": "q83nKz0aGVsbG8gd29ybGQ=", "api_key": "c2VjcmV0IG9mIHRoZSB2ZW5kb3I=", "api_base": "bm90IHJlYWRhYmxl"}'),
  ('m-2', 'sonnet', '{"model": "anthropic/claude-sonnet-5", "api_key": "c2VjcmV0"}');
insert into "LiteLLM_SpendLogs" values
  ('r-1', '${hashOf(KEYS.limited)}', 0.1, 100, 10, '2026-11-01 10:00:00', '2026-11-01 10:00:03', 'openai/fake', 'fake-chat', 'u-1'),
  ('r-2', '', 1, 1, 1, '2025-01-01', '2025-01-01', 'old', 'old', 'u-1');`

eachKind('moving in from LiteLLM', (kind) => {
  const itsDatabase = kind === 'postgres' ? test : test.skip
  itsDatabase('keys work by their hash, become ours at their first call, and are held to what was left', async () => {
    const world = await openWorld({ database: kind, channel: { group: 'default,Red-team' } })
    const there = await emptyPlace(kind)
    await runAt(there.address, tables + rows)
    const run = (isDry: boolean) => importInto(world, there, { from: 'litellm', isDry, logsSince: Date.parse('2026-01-01') / 1000 })
    const storedOf = async (name: string) => (await rowsAt(world.address, `select * from token where name = '${name}'`))[0]
    const call = async (key: string) => (await callWith(world.url, key)).status
    try {
      // Before there is such a key, one that nobody has is not asked about twice.
      expect(await call(KEYS.limited)).toBe(401)
      const trial = await run(true)
      const report = await run(false)
      expect({ ...trial, took_ms: 0, is_dry_run: false }).toEqual({ ...report, took_ms: 0 })
      expect(report.is_equal).toBe(true)
      expect(Object.fromEntries(report.totals.map(({ what, here }) => [what, here]))).toEqual({
        ...{ users: 5, tokens: 5, channels: 2, codes: 0, referral_quota: 0 },
        // 7.5 dollars of ann, 4 of ben's key, 2 of the team's.
        user_quota: (7.5 + 4 + 2) * 500_000,
        token_quota: (1 + 2 + 4) * 500_000,
      })
      expect(await run(false)).toMatchObject({ is_equal: true, totals: report.totals })

      expect(await storedOf('limited')).toMatchObject({ key_hash: hashOf(KEYS.limited), key_enc: '', model_limits: 'fake-chat' })
      const { url } = await world.restart()
      expect((await callWith(url, KEYS.limited)).status).toBe(200)
      const adopted = await storedOf('limited')
      expect(adopted?.key_hash).not.toBe(hashOf(KEYS.limited))
      expect(adopted).toMatchObject({ key_head: 'Limi', key_tail: 'ey-1', key_enc: expect.stringMatching(/^v1:/) })
      expect((await callWith(url, KEYS.limited)).status).toBe(200)
      expect((await callWith(url, KEYS.team)).status).toBe(200)
      expect((await callWith(url, KEYS.blocked)).status).toBe(401)
      expect((await callWith(url, `${KEYS.open}x`)).status).toBe(401)
      expect(await run(false)).toMatchObject({ is_equal: true, totals: report.totals })

      const channels = await rowsAt(world.address, 'select name, type, status, model_mapping from channel where id > 1 order by id')
      expect(channels).toEqual([
        { name: 'gpt-4o', type: 1, status: 2, model_mapping: '' },
        { name: 'sonnet', type: 14, status: 2, model_mapping: '{"sonnet":"claude-sonnet-5"}' },
      ])
      expect((await world.books()).differences).toEqual([])
    } finally {
      await there.drop()
      await world.close()
    }
  })
})

function callWith(url: string, key: string): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ model: 'fake-chat', messages: [{ role: 'user', content: 'hello' }] })
  return fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body })
}
