// The rows of the tables about people: accounts, sign-in, tokens and messages. The rules that hold for all rows stand in tables.ts.

import type { Generated } from 'kysely'

export interface PasskeyRow {
  id: Generated<number>
  user_id: number
  credential_hash: string
  /** Base64url. */
  credential_id: string
  /** Base64url of a COSE key. */
  public_key: string
  counter: number
  /** A comma list. */
  transports: string
  name: string
  is_synced: number
  created_at: number
  last_used_at: number | null
}

export interface FactorStepRow {
  step_hash: string
  purpose: string
  /** 0: nobody is known yet. */
  user_id: number
  auth_epoch: number
  owner_hash: string
  tries_left: number
  expires_at: number
}

export interface MessageRow {
  id: Generated<number>
  title: string
  content: string
  /** markdown, html or plain. */
  format: string
  author_id: number
  created_at: number
  updated_at: number
  recipient_count: number
  read_count: number
}

/** What admins tell everybody or all users for a time. */
export interface AnnouncementRow {
  id: Generated<number>
  title: string
  /** Markdown. */
  content: string
  kind: string
  audience: string
  starts_at: number
  /** Null: until it is ended. */
  ends_at: number | null
  /** Grows with each change of what is read. */
  revision: number
  author_id: number
  created_at: number
}

export interface MessageRecipientRow {
  message_id: number
  user_id: number
  /** Unix seconds; null while it is unread. */
  read_at: number | null
}

export interface OutboxRow {
  id: Generated<number>
  ref: string
  row_uid: string
  kind: string
  /** Sealed; empty once it is delivered or given up. */
  body: string
  state: string
  tries: number
  next_try_at_ms: number
  claimed_by: string
  give_up_at_ms: number
  created_at_ms: number
  last_error: string
}

export interface ThrottleRow {
  throttle_key: string
  subject: string
  /** JSON: see domain/throttle/counter.ts. */
  state: string
  /** Unix seconds. */
  expires_at: number
}

export interface SignInStateRow {
  state_hash: string
  /** Empty: any provider that takes a code. */
  provider: string
  purpose: string
  /** 0 for a login. */
  user_id: number
  owner_hash: string
  sealed: string
  invite_code: string
  redirect_uri: string
  /** Unix seconds. */
  expires_at: number
}

export interface OneTimeCodeRow {
  id: Generated<number>
  purpose: string
  subject: string
  /** Empty once it was redeemed. */
  code_hash: string
  tries_left: number
  expires_at: number
  issued_at: number
  day_began_at: number
  issued_in_day: number
}

export interface UserRow {
  id: Generated<number>
  username: string
  /** What the name is compared by; null where an older user has the same. */
  username_key: string | null
  display_name: string
  password_hash: string
  role: number
  status: number
  group_name: string
  email: string
  /** What the address is compared by; null where there is none, or several users share it. */
  email_key: string | null
  /** Raised by whatever must end the user's sessions: a ban, a new password, a new role. */
  auth_epoch: number
  language: string
  setting: string
  aff_code: string
  /** Everything ever earned by inviting; null counts as 0. */
  invite_income?: number | null
  /** What of it came as gifts for people who registered; null counts as 0. */
  invite_gifts?: number | null
  /** What their inviter gets once they have paid, quota units; 0: nothing is promised, or it was given. */
  inviter_gift_due: Generated<number>
  aff_count: number
  inviter_id: number
  created_at: number
  deleted_at: number | null
  /** The keyed hash of the system access token; null: there is none. */
  access_token_hash: string | null
  access_token_used_at: number | null
  /** A comma list; empty without a token. */
  access_token_scopes: Generated<string>
  /** Unix seconds; null: never. */
  access_token_expires_at: number | null
  last_login_at: number | null
}

export interface SessionRow {
  id_hash: string
  user_id: number
  auth_epoch: number
  created_at: number
  seen_at: number
  ip_prefix: string
  agent: string
}

export interface TokenRow {
  id: Generated<number>
  user_id: number
  name: string
  /** What its owner sorts it by; empty: nothing. */
  label: Generated<string>
  key_hash: string
  /** The first and last characters, as they are shown. Tokens from before there was a head have an empty one. */
  key_head: Generated<string>
  key_tail: string
  /** Empty when TokenKeyVisibility is hash_only. */
  key_enc: string
  row_uid: string
  status: number
  group_name: string
  is_unlimited: number
  expires_at: number | null
  rate_limit_enabled: number
  rate_limit_period: number
  rate_limit_count: number
  rate_limit_success: number
  model_limits_enabled: number
  model_limits: string
  /** JSON; null: there are none. */
  model_aliases: string | null
  allow_ips: string
  created_at: number
  accessed_at: number
  deleted_at: number | null
}
