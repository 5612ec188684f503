// Every table, as Kysely sees it. One shape for the three databases: booleans are 0/1 integers, times are unix seconds unless the name
// says milliseconds, quota is whole units, lists and objects are JSON text. What each table is for stands in its migration.
import type { Generated } from 'kysely'
import type { ChannelKeyRow, ChannelRow } from './channel-rows.ts'
import type {
  AccountEntryRow,
  AccountQuarterRow,
  AccountRow,
  BatchRow,
  BookDayRow,
  BudgetRow,
  EntryRow,
  HoldRow,
  LatencyQuarterRow,
  OutcomeQuarterRow,
  PriceVersionRow,
  QuarterSums,
  RedemptionRow,
  Sums,
  TokenQuarterRow,
  UsageQuarterRow,
  VendorBillLineRow,
  VendorBillRow,
  WriteOffDayRow,
} from './money-rows.ts'
import type {
  AnnouncementRow,
  FactorStepRow,
  MessageRecipientRow,
  MessageRow,
  OneTimeCodeRow,
  OutboxRow,
  PasskeyRow,
  SessionRow,
  SignInStateRow,
  ThrottleRow,
  TokenRow,
  UserRow,
} from './people-rows.ts'
import type { DebtDueRow, PaymentNoticeRow, TopUpDisputeRow, TopUpOrderRow } from './top-up-rows.ts'

export type * from './channel-rows.ts'
export type * from './money-rows.ts'
export type * from './people-rows.ts'
export type * from './top-up-rows.ts'

export interface Tables {
  meta: { key: string; value: string }
  option: { key: string; value: string; updated_at: number }
  user: UserRow
  identity: { id: Generated<number>; user_id: number; provider: string; issuer: string; subject: string; created_at: number }
  session: SessionRow
  account: AccountRow
  token: TokenRow
  channel: ChannelRow
  channel_key: ChannelKeyRow
  task_claim: { name: string; owner: string; until_ms: number }
  run_lease: { name: string; owner: string; begun_at_ms: number; until_ms: number }
  upstream_models: UpstreamModelsRow
  hold: HoldRow
  entry: EntryRow
  account_quarter: AccountQuarterRow
  account_entry: AccountEntryRow
  statement_month: { month: string; zone: string }
  batch: BatchRow
  node: { epoch: string; name: string; started_at: number; lease_until_ms: number; facts: string | null }
  log: LogRow
  log_detail: { request_id: string; other: string }
  call_content: { request_id: string; user_id: number; created_at: number; content: string }
  log_failure: { request_id: string; kind: string; created_at: number }
  log_client_id: { request_id: string; user_id: number; client_id: string }
  usage_quarter: UsageQuarterRow
  usage_model_quarter: QuarterSums & { model_name: string }
  usage_zone_day: Sums & { zone: string; kind: string; day: number; name: string }
  usage_user_day: Sums & { day: number; user_id: number }
  usage_token_quarter: TokenQuarterRow
  usage_token_day: Sums & { day: number; token_id: number; user_id: number }
  usage_channel_quarter: QuarterSums & { channel_id: number }
  outcome_quarter: OutcomeQuarterRow
  latency_quarter: LatencyQuarterRow
  book_day: BookDayRow
  write_off_day: WriteOffDayRow
  vendor_bill: VendorBillRow
  vendor_bill_line: VendorBillLineRow
  book_check: { id: number; at: number; took_ms: number; result: string }
  audit: AuditRow
  vault: VaultRow
  stored_response: StoredResponseRow
  vendor_file: VendorFileRow
  task: TaskRow
  batch_prompts: { hold_id: string; tokens: string }
  batch_copy: { name: string; hold_id: string; channel_id: number; key_id: number; file_id: string; created_ms: number }
  given_id: { given_key: string; response_key: string; expires_at: number }
  throttle: ThrottleRow
  one_time_code: OneTimeCodeRow
  announcement: AnnouncementRow
  message: MessageRow
  message_recipient: MessageRecipientRow
  outbox: OutboxRow
  sign_in_state: SignInStateRow
  sign_in_proof: { proof_hash: string; expires_at: number }
  redemption: RedemptionRow
  redemption_use: { redemption_id: number; user_id: number; quota: number; used_at: number }
  check_in: { user_id: number; day: number; quota: number; created_at: number; zone: Generated<string> }
  price_version: PriceVersionRow
  budget: BudgetRow
  top_up_order: TopUpOrderRow
  top_up_dispute: TopUpDisputeRow
  debt_due: DebtDueRow
  payment_notice: PaymentNoticeRow
  former_name: { id: Generated<number>; username_key: string; user_id: number; renamed_at: number }
  notice: { user_id: number; kind: string; sent_at: number; balance: number | null; received: number | null }
  statement_mail: { user_id: number; since: number; last_month: string }
  root_notice: { identity: string; told_at: number }
  human_pass: { pass_hash: string; expires_at: number }
  passkey: PasskeyRow
  totp: { user_id: number; sealed: string; is_enabled: number; last_step: number; created_at: number }
  recovery_code: { code_hash: string; user_id: number; used_at: number | null }
  factor_step: FactorStepRow
  imported_row: ImportedRow
  import_run: { id: Generated<number>; ended_at: number; report: string }
  session_confirmation: { id_hash: string; purpose: string; expires_at: number }
  server_error: ServerErrorRow
}

/** Unexpected errors of one kind. */
export interface ServerErrorRow {
  id: string
  place: string
  name: string
  code: string
  message: string
  stack: string
  times: number
  seen_times: number
  first_at: number
  last_at: number
  node: string
  version: string
  request_id: string
}

/** What came along from another gateway. */
export interface ImportedRow {
  source: string
  /** user, token, channel or code. */
  kind: string
  source_id: string
  target_id: number
  /** Quota units; null: it was here already, so nothing was moved. */
  quota: number | null
}

/** A file, or content, that a user keeps at a vendor's account. */
export interface VendorFileRow {
  file_key: string
  user_id: number
  token_id: number
  group_name: string
  api: string
  file_id: string
  channel_id: number
  key_id: number
  bytes: number
  purpose: string
  /** Unix milliseconds. */
  created_at: number
  /** Unix seconds. */
  expires_at: number
  object: string
}

/** What is generated over minutes or hours. */
export interface TaskRow {
  id: Generated<number>
  kind: string
  platform: string
  task_id: string
  confirms: number
  vendor_id: string
  user_id: number
  token_id: number
  group_name: string
  channel_id: number
  key_id: number
  model: string
  action: string
  hold_id: string
  money: string
  /** Quota units. */
  quota: number
  code: number
  status: string
  /** Per cent. */
  progress: number
  fail_reason: string
  prompt: string
  result: string
  facts: string
  /** Unix milliseconds, as all of these. */
  submit_ms: number
  start_ms: number
  finish_ms: number
  updated_ms: number
  is_open: number
  next_poll_ms: number
  misses: number
  expires_ms: number
  hook: string
  idempotency_key: string | null
  sale: string
  is_removed: number
}

/** The list of models of a channel's vendor, as it was last read. */
export interface UpstreamModelsRow {
  channel_id: number
  listed: string
  looked_at: number
  failure: string
  failed_at: number
  is_doubtful: number
  ignored: string
  applies_added: number
  applies_gone: number
}

export interface StoredResponseRow {
  response_key: string
  user_id: number
  channel_id: number
  previous_key: string
  token_id: number
  model: string
  group_name: string
  /** Empty: input and body are plain text, from before they were sealed. */
  row_uid: string
  bytes: number
  input: string
  body: string
  /** Unix seconds. */
  expires_at: number
}

export interface VaultRow {
  vault_key: string
  value: string
  /** Unix seconds. */
  expires_at: number
}

export interface LogRow {
  id: Generated<number>
  created_at: number
  type: number
  user_id: number
  username: string
  channel_id: number
  token_id: number
  token_name: string
  group_name: string
  model_name: string
  is_stream: number
  use_time: number
  prompt_tokens: number
  completion_tokens: number
  quota: number
  client_ip: string
  request_id: string
}

export interface AuditRow {
  id: Generated<number>
  created_at: number
  actor_id: number
  actor_name: string
  client_ip: string
  action: string
  target: string
  detail: string
  request_id: string
  prev_hash: string
  hash: string
}
