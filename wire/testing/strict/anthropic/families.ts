// What Claude's model families take and refuse, by their names. A name that fits no family gets only the rules that all families share.

export type Effort = 'low' | 'medium' | 'high' | 'xhigh' | 'max'
type Taken = { enabled: boolean; adaptive: boolean; disabled: boolean | 'up-to-high' | 'between-tools-instead' }

export type Family = {
  names: RegExp
  /** The most that `max_tokens` may be; undefined where we do not know it. */
  maxOutputTokens?: number
  /** The conversation may end with the start of an answer. */
  prefill: boolean
  /** Temperature and top_p: together, only one of them, or neither. */
  sampling: 'both' | 'one' | 'none'
  thinking: Taken
  /** Thinks when the request does not say whether to. */
  thinksUnasked: boolean
  /** The levels that `output_config.effort` may name. */
  efforts: readonly Effort[]
  /** `tool_choice` may force a tool call. */
  forcedTools: boolean
  /** Takes turns of the role `system` inside of the conversation. */
  systemTurns: boolean
}

const extendedOnly: Taken = { enabled: true, adaptive: false, disabled: true }
const bothModes: Taken = { enabled: true, adaptive: true, disabled: true }
const adaptiveOnly: Taken = { enabled: false, adaptive: true, disabled: true }
const alwaysOn: Taken = { enabled: false, adaptive: true, disabled: false }
const toHigh: readonly Effort[] = ['high', 'low', 'medium']
const withMax: readonly Effort[] = ['high', 'low', 'max', 'medium']
const all: readonly Effort[] = ['high', 'low', 'max', 'medium', 'xhigh']

const older = { prefill: true, thinksUnasked: false, forcedTools: true, systemTurns: false, thinking: extendedOnly } as const
const claude46 = { ...older, prefill: false, sampling: 'one', thinking: bothModes, efforts: withMax, maxOutputTokens: 128_000 } as const
const claude47 = { ...claude46, sampling: 'none', thinking: adaptiveOnly, efforts: all } as const
const claude5 = { ...claude47, systemTurns: true, thinksUnasked: true } as const

/**
 * Thinking: https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting, the table by model (2026-10).
 * Effort: https://platform.claude.com/docs/en/build-with-claude/effort (2026-09). Output: the models overview (2026-10).
 * Sonnet 5's and Fable 5's turns of the role `system` are in doubt, and so are taken.
 */
const families: readonly Family[] = [
  { ...older, names: family('claude-(?:opus-4|opus-4-0)'), sampling: 'both', efforts: [], maxOutputTokens: 32_000 },
  { ...older, names: family('claude-opus-4-1'), sampling: 'one', efforts: [], maxOutputTokens: 32_000 },
  { ...older, names: family('claude-(?:sonnet-4|sonnet-4-0)'), sampling: 'both', efforts: [], maxOutputTokens: 64_000 },
  { ...older, names: family('claude-(?:sonnet|haiku)-4-5'), sampling: 'one', efforts: [], maxOutputTokens: 64_000 },
  { ...older, names: family('claude-opus-4-5'), sampling: 'one', efforts: toHigh, maxOutputTokens: 64_000 },
  { ...claude46, names: family('claude-(?:opus|sonnet)-4-6') },
  { ...claude47, names: family('claude-opus-4-7') },
  { ...claude47, names: family('claude-opus-4-8'), systemTurns: true },
  // Which sampling knobs the preview takes is not written down.
  {
    ...claude5,
    names: family('claude-mythos-preview'),
    sampling: 'both',
    efforts: withMax,
    thinking: { enabled: true, adaptive: true, disabled: false },
  },
  { ...claude5, names: family('claude-(?:fable|mythos)-5'), thinking: alwaysOn },
  { ...claude5, names: family('claude-(?:fable|mythos)-5-1'), thinking: alwaysOn, forcedTools: false },
  { ...claude5, names: family('claude-sonnet-5') },
  { ...claude5, names: family('claude-opus-5'), thinking: { ...adaptiveOnly, disabled: 'up-to-high' } },
  { ...claude5, names: family('claude-opus-5-5'), thinking: alwaysOn, forcedTools: false },
  {
    ...claude5,
    names: family('claude-sonnet-5-5'),
    thinking: { ...adaptiveOnly, disabled: 'between-tools-instead' },
    forcedTools: false,
  },
  { ...claude5, names: family('claude-haiku-5-5'), thinking: { ...adaptiveOnly, disabled: 'up-to-high' } },
]

/** The family of a model's name, with or without the day of its release; undefined for a stranger. */
export function familyOf(model: string): Family | undefined {
  return families.find((one) => one.names.test(model))
}

function family(names: string): RegExp {
  return new RegExp(`^${names}(?:-20\\d{6})?$`)
}
