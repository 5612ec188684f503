// The fields of Messages beside the turns and the tools.
import { long, unicode, users } from '../samples.ts'
import { each, mixed, plain, values } from '../variations.ts'
import { beta, closedSchemas, marked, text } from './shared.ts'

const sampling = [
  ...plain('temperature', [0, 0.3, 1]),
  ...plain('top_p', [0, 0.1, 0.95, 1]),
  ...plain('top_k', [0, 1, 40, 500]),
  ...plain('max_tokens', [0, 1, 16, 1024, 32_000, 64_000, 128_000]),
  ...values('stop_sequences', {
    none: [],
    one: ['END'],
    six: ['END', '</answer>', '\n\nHuman:', 'A', 'B', 'C'],
    twenty: Array.from({ length: 20 }, (_, index) => `STOP${index}`),
    long: ['The very end of all that there is to say here. '.repeat(5).trim()],
  }),
]

const enabled = (budget: number, rest = {}) => ({
  set: { thinking: { type: 'enabled', budget_tokens: budget, ...rest }, max_tokens: 32_000 },
})
const thinking = [
  ...mixed('thinking', {
    disabled: { set: { thinking: { type: 'disabled' } } },
    'least budget': enabled(1024),
    'budget of 10,000': enabled(10_000),
    'large budget': enabled(31_999),
    'budget, summarized': enabled(2048, { display: 'summarized' }),
    'budget, omitted': enabled(2048, { display: 'omitted' }),
    'budget above the length, interleaved': { ...enabled(40_000), headers: beta('interleaved-thinking-2025-05-14') },
    adaptive: { set: { thinking: { type: 'adaptive' } } },
    'adaptive, summarized': { set: { thinking: { type: 'adaptive', display: 'summarized' } } },
    'adaptive, omitted': { set: { thinking: { type: 'adaptive', display: 'omitted' } } },
    'adaptive, null display': { set: { thinking: { type: 'adaptive', display: null } } },
    'adaptive, with updates': {
      set: { thinking: { type: 'adaptive', display: 'updates' } },
      headers: beta('thinking-display-updates-2026-08-18'),
    },
    'adaptive, bound blocks': {
      set: { thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior: null } } },
      headers: beta('thinking-binding-controls-2026-08-01'),
    },
    'between tools': { set: { thinking: { type: 'between_tools' } } },
  }),
  ...plain('output_config.effort', ['low', 'medium', 'high', 'xhigh', 'max']),
  ...values('output_config.effort', { null: null }),
  ...values(
    'output_config.task_budget',
    { whole: { type: 'tokens', total: 50_000 }, rest: { type: 'tokens', total: 50_000, remaining: 20_000 } },
    { headers: beta('task-budgets-2026-03-13') },
  ),
]

const formats = [
  ...values(
    'output_config.format',
    each(closedSchemas, (schema) => ({ type: 'json_schema', schema })),
  ),
  ...values('output_config.format', { null: null }),
  ...values(
    'output_format',
    { 'one text': { type: 'json_schema', schema: closedSchemas['one text'] ?? {} } },
    { headers: beta('structured-outputs-2025-11-13') },
  ),
]

const system = values('system', {
  text: 'Be brief.',
  'empty text': '',
  long,
  'many scripts': unicode,
  'one block': [text('Be brief.')],
  'two blocks': [text('Be brief.'), text('Be kind.')],
  'no blocks': [],
  'cached block': [marked(text(long))],
  'cached for an hour': [marked(text(long), '1h')],
  'cached, then not': [marked(text(long), '5m'), text('Be kind.')],
  'block with null citations': [{ ...text('Be brief.'), citations: null }],
})

const house = [
  ...values('metadata.user_id', {
    'a name': users['a name'],
    'a UUID': users['a UUID'],
    'as long as it may be': 'u'.repeat(256),
    'with signs': 'user_abc|account__session_123',
    null: null,
  }),
  ...values('metadata', { none: {} }),
  ...plain('service_tier', ['auto', 'standard_only']),
  ...plain('speed', ['standard', 'fast']),
  ...plain('inference_geo', ['us', 'global']),
  ...values('cache_control', {
    plain: { type: 'ephemeral' },
    'five minutes': { type: 'ephemeral', ttl: '5m' },
    'an hour': { type: 'ephemeral', ttl: '1h' },
    null: null,
  }),
  ...values('diagnostics', { first: { previous_message_id: null }, later: { previous_message_id: 'msg_01ABC' } }),
  ...mixed('container', {
    'an id': { set: { container: 'container_011ABC' }, tools: [{ type: 'code_execution_20250825', name: 'code_execution' }] },
    skills: {
      set: {
        container: {
          skills: [
            { type: 'anthropic', skill_id: 'xlsx', version: 'latest' },
            { type: 'custom', skill_id: 'skill_01ABC' },
          ],
        },
      },
      tools: [{ type: 'code_execution_20250825', name: 'code_execution' }],
      headers: beta('skills-2025-10-02'),
    },
  }),
  ...plain('stream', [true, false]),
  ...mixed('user profile', { one: { headers: { 'anthropic-user-profile-id': 'uprof_011ABC' } } }),
  ...mixed('workspace', { one: { headers: { 'anthropic-workspace-id': 'wrkspc_011ABC' } } }),
]

const edits = (...list: object[]) => JSON.parse(JSON.stringify({ edits: list }))
const betas = [
  ...values(
    'context_management',
    {
      'clear tool uses': edits({ type: 'clear_tool_uses_20250919' }),
      'clear tool uses, all settings': edits({
        type: 'clear_tool_uses_20250919',
        trigger: { type: 'input_tokens', value: 30_000 },
        keep: { type: 'tool_uses', value: 3 },
        clear_at_least: { type: 'input_tokens', value: 5000 },
        exclude_tools: ['web_search'],
        clear_tool_inputs: true,
      }),
      'by tool uses': edits({ type: 'clear_tool_uses_20250919', trigger: { type: 'tool_uses', value: 10 } }),
    },
    { headers: beta('context-management-2025-06-27') },
  ),
  ...values(
    'context_management',
    {
      'clear thinking': edits({ type: 'clear_thinking_20251015', keep: 'all' }),
      'clear thinking but two turns': edits({ type: 'clear_thinking_20251015', keep: { type: 'thinking_turns', value: 2 } }),
    },
    { headers: beta('context-management-2025-06-27'), set: { thinking: { type: 'adaptive' } } },
  ),
  ...values(
    'context_management',
    {
      compact: edits({ type: 'compact_20260112' }),
      'compact, all settings': edits({
        type: 'compact_20260112',
        trigger: { type: 'input_tokens', value: 150_000 },
        instructions: 'Keep names.',
        pause_after_compaction: true,
      }),
    },
    { headers: beta('compact-2026-01-12') },
  ),
  ...values(
    'compaction',
    { plain: { type: 'summarize' }, 'with instructions': { type: 'summarize', instructions: 'Keep names.' } },
    { headers: beta('compact-2026-09-04') },
  ),
  ...values(
    'fallbacks',
    { default: 'default', 'one model': [{ model: 'claude-opus-4-8' }], 'with settings': [{ model: 'claude-opus-4-8', max_tokens: 100 }] },
    { headers: beta('server-side-fallback-2026-07-01') },
  ),
  ...values(
    'fallback_credit_token',
    { text: 'fct_abc', object: { token: 'fct_abc', mode: 'best_effort' } },
    { headers: beta('fallback-credit-2026-07-01') },
  ),
  ...values(
    'billing_policy',
    { plain: { type: 'billing_policy' } },
    { headers: beta('user-profiles-billing-2026-10-01,user-profiles-2026-09-04') },
  ),
]

export const settings = [...sampling, ...thinking, ...formats, ...system, ...house, ...betas]
