// What lists of channels are narrowed down and sorted by.
import { z } from 'zod'
import { flagParameter, integerParameter, pageParameter } from '../values/page.ts'
import { exactText, nameText } from '../values/pasted.ts'

/** How a channel's last test ended; `none`: it was never tested. */
export const testResults = ['ok', 'failed', 'none'] as const
export type TestResult = (typeof testResults)[number]
/** Anything else means any. */
const testResultParameter = z.enum(testResults).optional().catch(undefined)

/** The state of an enabled channel that is left alone for now, beside the numbers of the statuses. */
export const RESTING = 'resting'

/** What lists can be sorted by; `failed` are the failures of the last hour. */
export const channelSorts = ['id', 'name', 'priority', 'weight', 'used_quota', 'response_time', 'test_time', 'balance', 'failed'] as const
export type ChannelSort = (typeof channelSorts)[number]

export const ChannelListQuery = z.object({
  p: pageParameter,
  page_size: integerParameter,
  /** A channel's id, a part of its name, address, tags, remark or provider, one of its keys as a whole, or the end of one as it is shown. */
  keyword: nameText().default(''),
  group: nameText().default(''),
  model: exactText().default(''),
  /** A channel type. */
  type: integerParameter,
  /** A tag; several with commas: channels that have all of them; a comma alone: channels that have none. */
  tag: nameText().default(''),
  /** The number of a status, or `resting`; anything else means any. */
  status: exactText().optional(),
  tested: testResultParameter,
  /** One of `channelSorts`, with a minus in front downwards; anything else: by priority. */
  sort: z.string().optional(),
  id_sort: flagParameter,
  tag_mode: flagParameter,
  /** In tag mode channels without tags stand behind the last tag; clients of the family do not expect them. */
  untagged: flagParameter,
})
export type ChannelListQuery = z.output<typeof ChannelListQuery>

/** What stands beside the channels of a page. */
export const listedBeside = z.object({
  total: z.number().int(),
  page: z.number().int(),
  page_size: z.number().int(),
  /** How many channels of each type the other filters leave. */
  type_counts: z.record(z.string(), z.number().int()),
  /** In tag mode the tags of the page, in order, a comma for those without any; else none. */
  tags: z.array(z.string()),
})

/** Why a channel that is enabled gets no calls for now. */
export const ChannelRest = z.object({
  /** Its calls fail, none of them is answered, or each of its keys is rate-limited. */
  reason: z.enum(['failing', 'silent', 'keys_cooling']),
  /** Unix seconds; 0 where that is not known. */
  since: z.number().int(),
  /** Unix seconds: when a call may try it again. */
  until: z.number().int(),
  /** Those of its models for which it rests; empty: all of them. */
  models: z.array(z.string()),
})
export type ChannelRest = z.infer<typeof ChannelRest>
