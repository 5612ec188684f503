// Channels and their keys, as they are stored.
import type { Generated } from 'kysely'

export interface ChannelRow {
  id: Generated<number>
  name: string
  type: number
  openai_organization: string
  max_input_tokens: number
  base_url: string
  other: string
  model_mapping: string
  status_code_mapping: string
  models: string
  group_names: string
  auto_ban: number
  test_model: string
  priority: number
  weight: number
  /** Several stand in it with commas between them. */
  tag: string
  remark: Generated<string>
  model_prefix: string
  setting: string
  param_override: string
  system_prompt: string
  status: number
  response_time_ms: number
  /** JSON of an error's code and facts when the last test failed; empty when it went well, and before the first. */
  test_failure: Generated<string>
  /** At the vendor, in whole coins of `balance_currency`. */
  balance: string
  balance_currency: Generated<string>
  used_quota: number
  other_info: string
  created_at: number
  tested_at: number
  balance_at: number
}

export interface ChannelKeyRow {
  id: Generated<number>
  channel_id: number
  position: number
  key_enc: string
  key_hash: string
  key_tail: string
  row_uid: string
  /** As of a channel: 1 enabled, 2 disabled by hand, 3 disabled by the gateway. */
  status: Generated<number>
  status_reason: Generated<string>
  /** Unix seconds since when it is disabled; 0 while it is not. */
  status_at: Generated<number>
  /** Unix seconds of the last use, stored about once a minute; 0 never. */
  used_at: Generated<number>
}
