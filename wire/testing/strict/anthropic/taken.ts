// Requests that the vendor documents, made after the examples of its reference: all of them are taken.
import type { JudgedRequest } from '../judge.ts'
import { asked, assistant, call, counted, result, text, thought, user, weather } from './requests.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const contact = {
  type: 'object',
  properties: { name: { type: 'string' }, email: { anyOf: [{ type: 'string', format: 'email' }, { type: 'null' }] } },
  required: ['name', 'email'],
  additionalProperties: false,
}
const beta = (names: string) => ({ 'anthropic-beta': names })
const question = [user(text('What is the weather in Paris and in London?'))]

export const taken: Readonly<Record<string, JudgedRequest>> = {
  'a greeting': asked({ model: 'claude-opus-5-5', max_tokens: 1024 }),
  'several turns': asked({
    messages: [
      { role: 'user', content: 'Hello there.' },
      { role: 'assistant', content: "Hi, I'm Claude. How can I help you?" },
      { role: 'user', content: 'Can you explain LLMs in plain English?' },
    ],
  }),
  'an assistant that begins': asked({ messages: [assistant(text('Hello.')), user(text('Hi'))] }),
  'two turns of one role': asked({ messages: [user(text('One')), user(text('Two'))] }),
  'the start of an answer': asked({
    messages: [user(text('The Greek name of the sun? (A) Sol (B) Helios')), { role: 'assistant', content: 'The best answer is (' }],
  }),
  'a stream with a system prompt': asked({ stream: true, system: 'You are a helpful assistant.', metadata: { user_id: '13803d75-b4b5' } }),
  'sampling and stops': asked({ temperature: 0.3, top_k: 40, stop_sequences: ['END', '\n\nHuman:'], service_tier: 'auto' }),
  'the default temperature where others are refused': asked({ model: 'claude-opus-4-8', temperature: 1 }),
  'pictures as base64, by address and by file': asked({
    messages: [
      user(
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
        { type: 'image', source: { type: 'url', url: 'https://example.com/ant.jpg' } },
        { type: 'image', source: { type: 'file', file_id: 'file_011CNha8iCJcU1wXNR6q4V8w' } },
        text('What is in these pictures?'),
      ),
    ],
  }),
  'documents with citations': asked({
    messages: [
      user(
        { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0xLjQK' }, citations: { enabled: true } },
        {
          type: 'document',
          source: { type: 'text', media_type: 'text/plain', data: 'Grass is green.' },
          title: 'Facts',
          citations: { enabled: true },
        },
        { type: 'document', source: { type: 'content', content: [text('First part')] }, context: 'Trusted', citations: { enabled: true } },
        text('What colour is grass?'),
      ),
    ],
  }),
  'search results': asked({
    messages: [
      user({
        type: 'search_result',
        source: 'https://docs.example.com',
        title: 'Guide',
        content: [text('Keys are in the header.')],
        citations: { enabled: true },
      }),
    ],
  }),
  'parallel calls and their results': asked({
    tools: [weather],
    messages: [
      ...question,
      assistant(text("I'll look."), call('toolu_01A'), call('toolu_01B')),
      user(result('toolu_01A'), { ...result('toolu_01B'), content: [text('15 degrees')], is_error: false }, text('And tomorrow?')),
    ],
  }),
  'an empty result': asked({
    tools: [weather],
    messages: [...question, assistant(call('a')), user({ type: 'tool_result', tool_use_id: 'a' })],
  }),
  'a chosen tool, one at a time': asked({
    tools: [weather],
    tool_choice: { type: 'tool', name: 'get_weather', disable_parallel_tool_use: true },
  }),
  'a choice without tools': asked({ tool_choice: { type: 'none' } }),
  'structured output': asked({ output_config: { format: { type: 'json_schema', schema: contact } } }),
  'strict tools': asked({ tools: [{ name: 'save_contact', strict: true, input_schema: contact }] }),
  'a schema that is not strict may say more': asked({
    tools: [{ name: 'roll', input_schema: { type: 'object', properties: { sides: { type: 'integer', minimum: 2, maximum: 100 } } } }],
  }),
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
  'a redacted thought': asked({
    messages: [
      user(text('Hi')),
      assistant({ type: 'redacted_thinking', data: 'EmwKAhgBEgy3va3pzix' }, text('Hello.')),
      user(text('Well?')),
    ],
  }),
  'cache marks of two lifetimes': asked({
    tools: [{ ...weather, cache_control: { type: 'ephemeral', ttl: '1h' } }],
    system: [{ ...text('A long book.'), cache_control: { type: 'ephemeral', ttl: '1h' } }],
    messages: [user({ ...text('Who wrote it?'), cache_control: { type: 'ephemeral' } })],
  }),
  'one cache mark for the whole request': asked({ cache_control: { type: 'ephemeral' } }),
  'web search': asked({
    tools: [
      {
        type: 'web_search_20250305',
        name: 'web_search',
        max_uses: 5,
        allowed_domains: ['example.com'],
        user_location: { type: 'approximate', city: 'Paris' },
      },
    ],
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
  'a computer tool by its beta': asked(
    { tools: [{ type: 'computer_20250124', name: 'computer', display_width_px: 1024, display_height_px: 768, display_number: 1 }] },
    beta('computer-use-2025-01-24'),
  ),
  'an MCP server by its beta': asked(
    {
      mcp_servers: [{ type: 'url', url: 'https://mcp.example.com/sse', name: 'example', authorization_token: 'token' }],
      tools: [{ type: 'mcp_toolset', mcp_server_name: 'example' }],
    },
    beta('mcp-client-2025-11-20'),
  ),
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
  'context editing by its beta': asked(
    {
      context_management: {
        edits: [
          { type: 'clear_tool_uses_20250919', trigger: { type: 'input_tokens', value: 30_000 }, keep: { type: 'tool_uses', value: 3 } },
        ],
      },
    },
    beta('context-management-2025-06-27'),
  ),
  'references to tools that are loaded later': asked({
    tools: [
      { name: 'find_tools', input_schema: { type: 'object' } },
      { ...weather, defer_loading: true },
    ],
    messages: [
      ...question,
      assistant({ type: 'tool_use', id: 'a', name: 'find_tools', input: {} }),
      user({ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'tool_reference', tool_name: 'get_weather' }] }),
    ],
  }),
  'a container with skills': asked({
    container: { skills: [{ type: 'anthropic', skill_id: 'pptx', version: 'latest' }] },
    tools: [{ type: 'code_execution_20250825', name: 'code_execution' }],
  }),
  'instructions in the middle': asked({
    model: 'claude-opus-4-8',
    messages: [
      user(text('Hi')),
      assistant(text('Hello.')),
      user(text('Go on.')),
      { role: 'system', content: 'Answer in French from now on.' },
    ],
  }),
  'a paused turn sent back': asked({
    model: 'claude-opus-4-6',
    tools: [{ type: 'web_search_20250305', name: 'web_search' }],
    messages: [user(text('News?')), assistant({ type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'news' } })],
  }),
  'a model of which we know nothing': asked({ model: 'claude-opus-7', temperature: 0.4, top_p: 0.9, output_config: { effort: 'max' } }),
  'a count of tokens': counted({ system: 'You are a scientist', tools: [weather], thinking: { type: 'enabled', budget_tokens: 16_000 } }),
}
