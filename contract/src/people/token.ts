import { z } from 'zod'
import { Quota } from '../money/quota.ts'
import { safeName } from '../options/option.ts'
import { tokenStatus } from '../site/status-table.ts'
import { addressLines, commaList, jsonDocument, nameSource } from '../values/codec.ts'
import { TokenId } from '../values/id.ts'
import { type EmptyFields, patchOf } from '../values/nulls.ts'
import { exactText, nameText } from '../values/pasted.ts'

export const TOKEN_NAME_MAX = 50
export const TOKEN_LABEL_MAX = 50
/** The end of the year 9999: a greater time was given in milliseconds. */
const MAX_UNIX_SECONDS = 253_402_300_799

/** A token as its owner sees it. `key` comes without `sk-`; it is masked or empty, depending on TokenKeyVisibility. */
export const Token = z.object({
  id: TokenId,
  name: z.string(),
  /** What its owner sorts tokens by, such as a project; empty: nothing. */
  label: z.string(),
  key: z.string(),
  status: z.number().int(),
  group: z.string(),
  remain_quota: Quota,
  /** The same: which limit the record shows. A client that sends the whole record back brings it along, and its limit stays. */
  quota_seen: Quota,
  used_quota: Quota,
  unlimited_quota: z.boolean(),
  created_time: z.number().int(),
  accessed_time: z.number().int(),
  /** Unix seconds, -1 for never. */
  expired_time: z.number().int(),
  rate_limit_enabled: z.boolean(),
  rate_limit_period: z.number().int(),
  rate_limit_count: z.number().int(),
  rate_limit_success: z.number().int(),
  model_limits_enabled: z.boolean(),
  /** Comma list. */
  model_limits: z.string(),
  /** A JSON object as text: names that the token's clients use to the models that they get; empty: none. */
  model_aliases: z.string(),
  /** One address or network per line. */
  allow_ips: z.string(),
})
export type Token = z.infer<typeof Token>

/** A token in a list: how many models and addresses it is limited to, and not which. */
export const ListedToken = Token.omit({ model_limits: true, model_aliases: true, allow_ips: true }).extend({
  model_limits_count: z.number().int(),
  allow_ips_count: z.number().int(),
})
export type ListedToken = z.infer<typeof ListedToken>

/** A label, how many tokens of an owner have it, and what they have used. */
export const TokenLabel = z.object({ label: z.string(), tokens: z.number().int(), used_quota: Quota })

/** Models and addresses that a token may be limited to (decision D62). Longer lists of before go on working, and may become shorter. */
export const tokenListLimits = {
  model_limits: { items: 2000, bytes: 64 * 1024 },
  allow_ips: { items: 500, bytes: 16 * 1024 },
} as const

/** The most aliases that a token may have. */
const MAX_ALIASES = 100
const aliasName = exactText().min(1).max(190)

/** Names that a token's clients use to the models that they get: for clients whose names of models cannot be set. */
export const TokenAliases = z
  .record(safeName, aliasName)
  .refine((aliases) => Object.keys(aliases).length <= MAX_ALIASES, 'too_many_aliases')
  .refine((aliases) => !Object.values(aliases).some((model) => Object.hasOwn(aliases, model)), 'alias_nested')

/** The body that creates or changes a token. Unknown fields are ignored: clients send whole records (D34). */
export const TokenDraft = z.object({
  name: nameText().min(1, 'name_required').max(TOKEN_NAME_MAX, 'name_too_long'),
  label: nameText().max(TOKEN_LABEL_MAX, 'field_too_long').default(''),
  group: nameText().max(64).default(''),
  remain_quota: z.number().int().min(0).max(1_000_000_000_000_000).default(500_000),
  unlimited_quota: z.boolean().default(false),
  expired_time: z
    .number('token_expiry_format')
    .int('token_expiry_format')
    .min(-1, 'token_expiry_format')
    .max(MAX_UNIX_SECONDS, 'token_expiry_format')
    .default(-1),
  rate_limit_enabled: z.boolean().default(false),
  rate_limit_period: z
    .number()
    .int()
    .min(1)
    .max(86_400 * 31)
    .default(60),
  rate_limit_count: z.number().int().min(-1).default(1000),
  rate_limit_success: z.number().int().min(1).default(10),
  model_limits_enabled: z.boolean().default(false),
  model_limits: commaList.default([]),
  model_aliases: jsonDocument(TokenAliases, {}, nameSource).default({ value: {}, text: '' }),
  allow_ips: addressLines.default([]),
})
export type TokenDraft = z.infer<typeof TokenDraft>

/** What null means in a change of a token: no label, the owner's group, any address. The other fields stay as they are. */
export const emptyTokenFields: EmptyFields<typeof TokenDraft> = {
  ...{ label: '', group: '', model_limits: '', model_aliases: '', allow_ips: '' },
}

const quotaOfDraft = TokenDraft.shape.remain_quota.unwrap()

/** The body that changes a token. */
export const TokenPatch = patchOf(TokenDraft, emptyTokenFields).extend({
  /** Clients that send whole records send the negative balance of an overdrawn token: such a value changes nothing. */
  remain_quota: z
    .codec(z.number(), quotaOfDraft.optional(), {
      decode: (quota) => (quota < 0 ? undefined : quota),
      encode: (quota) => quota ?? -1,
    })
    .optional(),
  /** `remain_quota` is booked as a difference, from this if it is given, else from what is left at the moment. */
  quota_seen: z.exactOptional(Quota),
})
export type TokenPatch = z.infer<typeof TokenPatch>

/** The body that enables or disables a token. */
export const TokenStatusChange = z.object({
  id: TokenId,
  status: z.literal([tokenStatus.enabled, tokenStatus.disabled], 'field_invalid'),
})
