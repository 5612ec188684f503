// Requests after the vendor's reference that are taken: models and conflicts that no draw holds.
import type { JudgedRequest } from '../judge.ts'
import { asked, assistant, call, cited, counted, letter, result, text, thought, user, weather } from './requests.ts'

const beta = (names: string) => ({ 'anthropic-beta': names })
const question = [user(text('What is the weather in Paris and in London?'))]

export const taken: Readonly<Record<string, JudgedRequest>> = {
  'a greeting': asked({ model: 'claude-opus-5-5', max_tokens: 1024 }),
  'the default temperature where others are refused': asked({ model: 'claude-opus-4-8', temperature: 1 }),
  'citations of an answer and of a document in the newest version': asked(
    {
      messages: [
        user({ ...letter, citations: { enabled: true } }, text('Hi')),
        assistant(cited),
        user({ ...text('Well?'), citations: [] }),
      ],
    },
    { 'anthropic-version': '2026-10-21' },
  ),
  'documents of the assistant in the version before': asked({ messages: [user(text('Hi')), assistant(letter), user(text('Well?'))] }),
  'a choice without tools': asked({ tool_choice: { type: 'none' } }),
  'thinking with a budget, and its tool loop': asked({
    max_tokens: 16_000,
    thinking: { type: 'enabled', budget_tokens: 10_000 },
    tools: [weather],
    messages: [
      ...question,
      assistant(thought, call('toolu_1')),
      user(result('toolu_1')),
      assistant(call('toolu_2')),
      user(result('toolu_2')),
    ],
  }),
  'adaptive thinking with effort': asked({
    model: 'claude-opus-4-7',
    thinking: { type: 'adaptive', display: 'summarized' },
    output_config: { effort: 'xhigh' },
  }),
  'thinking between tools only': asked({
    model: 'claude-sonnet-5-5',
    thinking: { type: 'between_tools' },
    output_config: { effort: 'high' },
  }),
  'thinking turned off at low effort': asked({ model: 'claude-opus-5', thinking: { type: 'disabled' }, output_config: { effort: 'low' } }),
  'cache marks of two lifetimes': asked({
    tools: [{ ...weather, cache_control: { type: 'ephemeral', ttl: '1h' } }],
    system: [{ ...text('A long book.'), cache_control: { type: 'ephemeral', ttl: '1h' } }],
    messages: [user({ ...text('Who wrote it?'), cache_control: { type: 'ephemeral' } })],
  }),
  'hosted tools and tools that the caller runs': asked({
    tools: [
      { type: 'web_fetch_20260309', name: 'web_fetch', citations: { enabled: true }, use_cache: false },
      { type: 'code_execution_20250825', name: 'code_execution' },
      { type: 'bash_20250124', name: 'bash' },
      { type: 'text_editor_20250728', name: 'str_replace_based_edit_tool', max_characters: 10_000 },
      { type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' },
      { ...weather, defer_loading: true },
    ],
  }),
  'an effort for the rest of the conversation by its beta': asked(
    {
      model: 'claude-opus-5-5',
      messages: [
        { role: 'user', content: 'Hello' },
        { role: 'system', content: 'Be brief.', output_config: { effort: 'low' } },
      ],
    },
    beta('per-turn-control-2026-07-01'),
  ),
  'a container with skills': asked({
    container: { skills: [{ type: 'anthropic', skill_id: 'pptx', version: 'latest' }] },
    tools: [{ type: 'code_execution_20250825', name: 'code_execution' }],
  }),
  'a model of which we know nothing': asked({ model: 'claude-opus-7', temperature: 0.4, top_p: 0.9, output_config: { effort: 'max' } }),
  'a count of tokens': counted({ system: 'You are a scientist', tools: [weather], thinking: { type: 'enabled', budget_tokens: 16_000 } }),
}
