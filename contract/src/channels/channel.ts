import { z } from 'zod'
import { commaList, jsonDocument, nameList, nameSource } from '../values/codec.ts'
import { ChannelId } from '../values/id.ts'
import { type EmptyFields, patchOf } from '../values/nulls.ts'
import { exactText, nameText } from '../values/pasted.ts'
import { cleanKeys } from './channel-key.ts'
import { ChannelRest } from './channel-list.ts'
import { tagText } from './channel-tags.ts'

export const CHANNEL_NAME_MAX = 100

/** JSON object of text to text, such as a model mapping. `__proto__` and its like are refused: the map is merged into requests. */
const safeKey = z.string().refine((key) => key !== '__proto__' && key !== 'constructor' && key !== 'prototype', 'bad_request')
const textMap = z.record(safeKey, exactText())
const isStatus = (text: string) => /^[1-5]\d\d$/.test(text)
/** Source: server-behaviour 3.4. */
const statusMap = textMap.refine(
  (map) => Object.entries(map).every((pair) => pair.every(isStatus)) && JSON.stringify(map).length <= 1024,
  'channel_status_codes',
)
const anyObject = z.record(safeKey, z.json())

const noObject = { value: {}, text: '' }

/** What may stand in a header: no line break, NUL or other control character, and no letter beyond Latin-1. Source: RFC 9110, 5.5. */
const headerText = /^[\t\x20-\x7e\x80-\xff]*$/
/** Keys are cut apart at line breaks and commas before they go into headers. */
const headerTexts = /^[\t\r\n\x20-\x7e\x80-\xff，]*$/

/** May this stand in `other`? It goes into a header or an address, unless it is a JSON document, which has lines of its own. */
const isOther = (text: string) => headerText.test(text) || (text.startsWith('{') && headerTexts.test(text))

/** An error of the contract with its facts; of the vendor's own words it is `channel_test_failed`. */
export const TestFailure = z.object({
  code: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.object({ zh: z.string(), en: z.string() })])),
})
export type TestFailure = z.infer<typeof TestFailure>

/** A channel as an admin sees it. No response contains its keys (D36); `has_key` is true when there is one. */
export const Channel = z.object({
  id: ChannelId,
  name: z.string(),
  type: z.number().int(),
  has_key: z.boolean(),
  key_count: z.number().int(),
  openai_organization: z.string(),
  max_input_tokens: z.number().int(),
  base_url: z.string(),
  other: z.string(),
  model_mapping: z.string(),
  status_code_mapping: z.string(),
  models: z.string(),
  group: z.string(),
  auto_ban: z.number().int(),
  test_model: z.string(),
  priority: z.number().int(),
  weight: z.number().int(),
  /** Several with commas between them. */
  tag: z.string(),
  /** What its operator wrote down about it. */
  remark: z.string(),
  model_prefix: z.string(),
  setting: z.string(),
  param_override: z.string(),
  system_prompt: z.string(),
  status: z.number().int(),
  /** Milliseconds of the last test; 0 when untested. */
  response_time: z.number().int(),
  /** Why the last test failed, in the words of `errorMessage`; null when it went well, and before the first. */
  test_failure: TestFailure.nullable(),
  /** At the vendor, in the currency below, as of `balance_updated_time`. */
  balance: z.number(),
  /** Empty until the first query of the vendor. */
  balance_currency: z.string(),
  used_quota: z.number().int(),
  /** JSON text: status_reason and status_time. */
  other_info: z.string(),
  created_time: z.number().int(),
  test_time: z.number().int(),
  balance_updated_time: z.number().int(),
  /** Of an enabled channel that gets no calls for now, or none for some models. */
  resting: ChannelRest.optional(),
})
export type Channel = z.infer<typeof Channel>

/** One channel by itself. Its `key` is always empty: clients of the family expect the field, and an empty key in a change keeps the keys. */
export const ChannelRecord = z.object({ ...Channel.shape, key: z.literal('') })

/** One key of a channel, without the key. Times are unix seconds. */
export const ChannelKey = z.object({
  id: z.number().int(),
  /** From 1. */
  position: z.number().int(),
  /** Its last four characters. */
  tail: z.string(),
  /** As of a channel: 1 enabled, 2 disabled by hand, 3 disabled by the gateway. */
  status: z.number().int(),
  /** The vendor's words when the gateway disabled it. */
  reason: z.string(),
  /** Since when it is disabled; 0 while it is not. */
  since: z.number().int(),
  /** Until when it is left alone after a 429; 0 when it is not. */
  cooling_until: z.number().int(),
  /** 0: never. */
  last_used: z.number().int(),
})
export type ChannelKey = z.infer<typeof ChannelKey>

/** The body that creates a channel. Text fields keep the family's encodings on the wire and are lists and objects once parsed. */
export const ChannelDraft = z.object({
  name: nameText().min(1, 'name_required').max(CHANNEL_NAME_MAX, 'name_too_long'),
  /** A number that no list has counts as an address of the operator's own. */
  type: z.number().int().min(1).max(2_147_483_647),
  /** One key per line or comma. Empty on edit: the keys stay as they are. */
  key: z.string().max(200_000).overwrite(cleanKeys).regex(headerTexts, 'header_text_invalid').default(''),
  openai_organization: exactText().max(255).regex(headerText, 'header_text_invalid').default(''),
  max_input_tokens: z.number().int().min(0).default(0),
  base_url: exactText().max(2048).default(''),
  other: exactText().max(100_000, 'field_too_long').refine(isOther, 'header_text_invalid').default(''),
  model_mapping: jsonDocument(textMap, {}, nameSource).default(noObject),
  status_code_mapping: jsonDocument(statusMap, {}, nameSource).default(noObject),
  models: commaList.default([]),
  group: nameList.default(['default']),
  /** The same as a list. It wins over the text field when both are sent and it names a group (specification §3). */
  groups: nameList.optional(),
  auto_ban: z.number().int().min(0).max(1).default(1),
  test_model: exactText().max(255).default(''),
  priority: z.number().int().min(-1_000_000_000).max(1_000_000_000).default(0),
  weight: z.number().int().min(0).max(1_000_000_000).default(0),
  tag: tagText().default(''),
  remark: nameText().max(255, 'field_too_long').default(''),
  model_prefix: exactText().max(64).default(''),
  setting: jsonDocument(anyObject, {}).default(noObject),
  param_override: jsonDocument(anyObject, {}).default(noObject),
  system_prompt: z.string().max(200_000).default(''),
  status: z.number().int().min(1).max(3).default(1),
})
export type ChannelDraft = z.infer<typeof ChannelDraft>

/**
 * What null means in a change of a channel: the fields that can be empty are emptied. The others (name, type, key, models, groups, auto_ban,
 * status) stay as they are, as the family leaves them (server-behaviour 3.8).
 */
export const emptyChannelFields: EmptyFields<typeof ChannelDraft> = {
  openai_organization: '',
  max_input_tokens: 0,
  base_url: '',
  other: '',
  model_mapping: '',
  status_code_mapping: '',
  test_model: '',
  priority: 0,
  weight: 0,
  tag: '',
  remark: '',
  model_prefix: '',
  setting: '',
  param_override: '',
  system_prompt: '',
}

/** The body that changes a channel. */
export const ChannelPatch = patchOf(ChannelDraft, emptyChannelFields)
export type ChannelPatch = z.infer<typeof ChannelPatch>

/** Channels that one call may name, at most. */
export const MAX_CHANNEL_IDS = 1000

export const ChannelCounts = z.object({
  total: z.number().int(),
  enabled: z.number().int(),
  disabled: z.number().int(),
  auto_disabled: z.number().int(),
  /** Of all of them, whatever their status: those whose last test failed. */
  test_failed: z.number().int(),
  /** Of the enabled ones: those that get no calls for now, or none for some models. */
  resting: z.number().int(),
  /** By channel type. */
  types: z.record(z.string(), z.number().int()),
  /** By tag; a channel counts at each of its own. */
  tags: z.record(z.string(), z.number().int()),
  /** Those that have no tag. */
  untagged: z.number().int(),
})
export type ChannelCounts = z.infer<typeof ChannelCounts>

/** What was wrong in the database, and is not any more. */
export const MendedChannels = z.object({
  /** Channels whose lists of models, groups or tags had empty, repeated or padded items. */
  lists: z.number().int(),
  /** Keys whose channel does not exist. */
  keys: z.number().int(),
  /** Enabled channels that still had the reason of a former disabling. */
  reasons: z.number().int(),
})
export type MendedChannels = z.infer<typeof MendedChannels>

/** What became of channels that were enabled or disabled together. */
export const StatusChanged = z.object({
  /** Those that are enabled or disabled now and were not before. */
  changed: z.array(ChannelId),
  /** Those that have keys, none of which is enabled: they stay disabled. */
  left_out: z.array(ChannelId),
})
export type StatusChanged = z.infer<typeof StatusChanged>

const unlessNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().optional()

/** As much of a channel as a question about its whole tag needs. */
export const TaggedChannel = z.object({ id: ChannelId, name: z.string(), status: z.number().int() })
export type TaggedChannel = z.infer<typeof TaggedChannel>

/** The body that changes all channels of a tag. */
export const TagChange = z.object({
  tag: tagText().min(1, 'field_required'),
  new_tag: unlessNull(tagText()),
  model_mapping: unlessNull(jsonDocument(textMap, {}, nameSource)),
  models: unlessNull(commaList),
  groups: unlessNull(nameList),
  priority: unlessNull(z.number().int().min(-1_000_000_000).max(1_000_000_000)),
  weight: unlessNull(z.number().int().min(0).max(1_000_000_000)),
  auto_ban: unlessNull(z.number().int().min(0).max(1)),
  test_model: unlessNull(exactText().max(255, 'field_too_long')),
  status_code_mapping: unlessNull(jsonDocument(statusMap, {}, nameSource)),
  param_override: unlessNull(jsonDocument(anyObject, {})),
  system_prompt: unlessNull(z.string().max(200_000, 'field_too_long')),
})
export type TagChange = z.infer<typeof TagChange>

/** Which of the requested models have no price of their own, and how calls to them are treated. */
export const UnpricedModels = z.object({
  models: z.array(z.string()),
  /**
   * `refused`: only users who accept models without a price may call them. `fallback`: they cost the fallback price. `self-use`: in
   * self-use mode they cost the high ratio of unset models.
   */
  rule: z.enum(['refused', 'fallback', 'self-use']),
  /** Those for which no endpoint is built at channels of this type: users are not offered them, unless an admin priced or mapped them. */
  uncallable: z.array(z.string()),
  /** Those whose makers have announced the last day on which they serve them (`YYYY-MM-DD`), and what they name in their place. */
  ending: z.array(z.object({ model: z.string(), on: z.string(), successor: z.string().optional() })),
})
export type UnpricedModels = z.infer<typeof UnpricedModels>
export type UnpricedRule = UnpricedModels['rule']

/** What the account of a channel has left at its vendor. */
export const ChannelBalance = z.object({
  /** In whole coins, with their cents behind the point. */
  amount: z.number(),
  /** ISO 4217. */
  currency: z.string(),
})
export type ChannelBalance = z.infer<typeof ChannelBalance>

export const ChannelUsage = z.object({
  /** Starts of the hours or days, unix seconds. */
  starts: z.array(z.number().int()),
  /** Dearest first; the model is null for all others together. Quota units and calls per start. */
  models: z.array(z.object({ model: z.string().nullable(), quota: z.array(z.number().int()), calls: z.array(z.number().int()) })),
  quota: z.number().int(),
  calls: z.number().int(),
})
export type ChannelUsage = z.infer<typeof ChannelUsage>
