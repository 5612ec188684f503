// The turns of Messages: earlier questions and answers, thoughts, calls and their results, and how the conversation ends.
import type { JsonObject } from '../../../src/encoding/json.ts'
import { jpeg, long, pdf, pictureUrl, png } from '../samples.ts'
import { added, mixed } from '../variations.ts'
import { assistant, beta, longName, marked, text, tool, user, weather } from './shared.ts'

const call = (id: string, rest: JsonObject = {}): JsonObject => ({
  type: 'tool_use',
  id,
  name: 'get_weather',
  input: { city: 'Paris' },
  ...rest,
})
const result = (id: string, content?: string | JsonObject[], rest: JsonObject = {}): JsonObject => ({
  type: 'tool_result',
  tool_use_id: id,
  ...(content === undefined ? {} : { content }),
  ...rest,
})
const image: JsonObject = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }
const thought = { type: 'thinking', thinking: 'They ask for the weather.', signature: 'EqoBCkgIARABGAIiQL2UoU0b1OHYi5Yz' }
const redacted = { type: 'redacted_thinking', data: 'EmwKAhgBEgy3va3pzix/LafPsn4aDFIT' }
const asked = user('How is the weather in Paris?')
const told = assistant('21 degrees.')
/** A question whose answer took these calls with these results. */
const round = (calls: JsonObject[], results: JsonObject[], tools = [weather]) => ({
  tools,
  history: [asked, assistant(calls), user(results), told],
})
/** A turn in which the weather is called with these results. */
const resulted = (...blocks: JsonObject[]) => round([call('toolu_01')], blocks)

const chats = added('history', 'earlier turns', {
  'question and answer': [user('Hi'), assistant('Hi!')],
  'answer in blocks': [user([text('Hi')]), assistant([text('Hi!'), text('How are you?')])],
  'two questions in a row': [user('Hi'), user('Are you there?')],
  'two answers in a row': [user('Hi'), assistant('Hi!'), assistant('How are you?')],
  'assistant first': [assistant('Welcome!')],
  'forty turns': Array.from({ length: 20 }, (_, index) => [user(`Question ${index}`), assistant(`Answer ${index}`)]).flat(),
  'cached answer': [user('Hi'), assistant([marked(text('Hi!'))])],
  'cached question': [user([marked(text(long))]), assistant('Hi!')],
  'picture in the history': [user([image, text('What is it?')]), assistant('A dot.')],
  'a system turn': [user('Hi'), { role: 'system', content: 'Be brief from now on.' }, assistant('Hi!')],
  'a system turn in blocks': [user('Hi'), { role: 'system', content: [text('Be brief.'), text('Be kind.')] }, assistant('Hi!')],
})

const cited = (citation: JsonObject): JsonObject[] => [
  user('Hi'),
  assistant([{ ...text('Grass is green.'), citations: [{ cited_text: 'Grass is green.', ...citation }] }]),
]
const place = { document_index: 0, document_title: 'Facts' }
const citations = added('history', 'citation', {
  'by characters': cited({ type: 'char_location', ...place, start_char_index: 0, end_char_index: 15 }),
  'by pages': cited({ type: 'page_location', ...place, start_page_number: 1, end_page_number: 2 }),
  'by blocks': cited({ type: 'content_block_location', ...place, document_title: null, start_block_index: 0, end_block_index: 1 }),
  'of a web search': cited({ type: 'web_search_result_location', encrypted_index: 'Eo8BCioI', title: 'Facts', url: 'https://example.com' }),
  'of a search result': cited({
    type: 'search_result_location',
    search_result_index: 0,
    source: 'https://example.com',
    title: 'Facts',
    start_block_index: 0,
    end_block_index: 1,
  }),
})

const thoughts = mixed('thoughts', {
  'before an answer': { history: [user('Hi'), assistant([thought, text('Hi!')])] },
  'redacted before an answer': { history: [user('Hi'), assistant([redacted, text('Hi!')])] },
  'two before an answer': { history: [user('Hi'), assistant([thought, redacted, text('Hi!')])] },
  'empty with a signature': { history: [user('Hi'), assistant([{ ...thought, thinking: '' }, text('Hi!')])] },
  'before a call': { tools: [weather], history: [asked, assistant([thought, call('toolu_01')]), user([result('toolu_01', '21')]), told] },
  'between calls': {
    tools: [weather],
    history: [
      asked,
      assistant([thought, text('Let me see.'), call('toolu_01')]),
      user([result('toolu_01', '21')]),
      assistant([thought, call('toolu_02')]),
      user([result('toolu_02', '22')]),
      told,
    ],
  },
  'in an open loop': {
    set: { thinking: { type: 'adaptive' } },
    tools: [weather],
    after: [assistant([thought, call('toolu_01')]), user([result('toolu_01', '21')])],
  },
})

const toolTurns = mixed('tool turns', {
  'call and result': resulted(result('toolu_01', '21')),
  'result is last': { tools: [weather], after: [assistant([call('toolu_01')]), user([result('toolu_01', '21')])] },
  'result and text last': { tools: [weather], after: [assistant([call('toolu_01')]), user([result('toolu_01', '21'), text('Thanks.')])] },
  'result without content': resulted(result('toolu_01')),
  'empty result': resulted(result('toolu_01', '')),
  'no blocks as a result': resulted(result('toolu_01', [])),
  'result in blocks': resulted(result('toolu_01', [text('21'), text('degrees')])),
  'result with a picture': resulted(result('toolu_01', [text('See:'), image])),
  'picture by address alone': resulted(result('toolu_01', [{ type: 'image', source: { type: 'url', url: pictureUrl } }])),
  'result with a document': resulted(
    result('toolu_01', [{ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: pdf } }]),
  ),
  'result with search results': resulted(
    result('toolu_01', [{ type: 'search_result', source: 'https://example.com', title: 'Weather', content: [text('21 degrees')] }]),
  ),
  'failed result': resulted(result('toolu_01', 'No such city', { is_error: true })),
  'failed result in blocks': resulted(result('toolu_01', [text('No such city')], { is_error: true })),
  'failed result with a picture': resulted(result('toolu_01', [text('See:'), image], { is_error: true })),
  'result that did not fail': resulted(result('toolu_01', '21', { is_error: false })),
  'cached result': resulted(marked(result('toolu_01', '21'))),
  'text beside the call': round([text('Let me see.'), call('toolu_01')], [result('toolu_01', '21')]),
  'cached call': round([marked(call('toolu_01'))], [result('toolu_01', '21')]),
  'parallel calls': round(
    [call('toolu_01'), call('toolu_02', { input: { city: 'Rome' } })],
    [result('toolu_01', '21'), result('toolu_02', '25')],
  ),
  'parallel results in two turns': {
    tools: [weather],
    history: [
      asked,
      assistant([call('toolu_01'), call('toolu_02')]),
      user([result('toolu_01', '21')]),
      user([result('toolu_02', '25')]),
      told,
    ],
  },
  'parallel results in another order, one with a picture': round(
    [call('toolu_01'), call('toolu_02')],
    [result('toolu_02', [image]), result('toolu_01', 'failed', { is_error: true })],
  ),
  'same call id in two turns': {
    tools: [weather],
    history: [0, 1].flatMap(() => [asked, assistant([call('call_0')]), user([result('call_0', '21')]), told]),
  },
  'a long call id': round([call('c'.repeat(100))], [result('c'.repeat(100), '21')]),
  'no input': round(
    [call('toolu_01', { name: 'now', input: {} })],
    [result('toolu_01', 'noon')],
    [tool('now', { input_schema: { type: 'object' } })],
  ),
  'deep input': round(
    [call('toolu_01', { input: { where: { city: ['Paris', null, 1.5, true, { deep: [[]] }] } } })],
    [result('toolu_01', '21')],
  ),
  'call by a long name': round([call('toolu_01', { name: longName })], [result('toolu_01', '21')], [tool(longName)]),
  'direct caller': round([call('toolu_01', { caller: { type: 'direct' } })], [result('toolu_01', '21')]),
  'tools are gone': { history: [asked, assistant([call('toolu_01')]), user([result('toolu_01', '21')]), told] },
  'references to later tools': round(
    [call('toolu_01', { name: 'find_tools' })],
    [result('toolu_01', [{ type: 'tool_reference', tool_name: 'later_loaded' }])],
    [tool('find_tools'), tool('later_loaded', { defer_loading: true })],
  ),
})

const hostedCall = (name: string, input: JsonObject): JsonObject => ({ type: 'server_tool_use', id: 'srvtoolu_01A', name, input })
const hostedTurn = (name: string, input: JsonObject, type: string, content: JsonObject | JsonObject[]): JsonObject[] => [
  user('Look it up.'),
  assistant([hostedCall(name, input), { type, tool_use_id: 'srvtoolu_01A', content }, text('Here it is.')]),
]
const page = { type: 'web_search_result', url: 'https://example.com', title: 'Example', encrypted_content: 'EqgfCioI', page_age: null }
const code = { name: 'code_execution', input: { code: 'print(1)' } }
const bash = { name: 'bash_code_execution', input: { command: 'ls' } }
const ran = { stdout: '1\n', stderr: '', return_code: 0, content: [] }
const hosted = added('history', 'hosted turns', {
  'web search': hostedTurn('web_search', { query: 'tides' }, 'web_search_tool_result', [page]),
  'web search that failed': hostedTurn('web_search', { query: 'tides' }, 'web_search_tool_result', {
    type: 'web_search_tool_result_error',
    error_code: 'max_uses_exceeded',
  }),
  'web search that found nothing': hostedTurn('web_search', { query: 'tides' }, 'web_search_tool_result', []),
  'web fetch': hostedTurn('web_fetch', { url: 'https://example.com' }, 'web_fetch_tool_result', {
    type: 'web_fetch_result',
    url: 'https://example.com',
    content: { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Tides.' }, title: 'Example' },
    retrieved_at: '2026-10-01T00:00:00Z',
  }),
  'web fetch that failed': hostedTurn('web_fetch', { url: 'https://example.com' }, 'web_fetch_tool_result', {
    type: 'web_fetch_tool_result_error',
    error_code: 'url_not_accessible',
  }),
  'code execution': hostedTurn(code.name, code.input, 'code_execution_tool_result', { type: 'code_execution_result', ...ran }),
  'sealed code execution': hostedTurn(code.name, code.input, 'code_execution_tool_result', {
    type: 'encrypted_code_execution_result',
    encrypted_stdout: 'EqgfCioI',
    stderr: '',
    return_code: 0,
    content: [],
  }),
  'shell in code execution': hostedTurn(bash.name, bash.input, 'bash_code_execution_tool_result', {
    type: 'bash_code_execution_result',
    ...ran,
    content: [{ type: 'bash_code_execution_output', file_id: 'file_011' }],
  }),
  'file seen in code execution': hostedTurn(
    'text_editor_code_execution',
    { command: 'view', path: 'a.txt' },
    'text_editor_code_execution_tool_result',
    { type: 'text_editor_code_execution_view_result', file_type: 'text', content: 'a', num_lines: 1, start_line: 1, total_lines: 1 },
  ),
  'file made in code execution': hostedTurn(
    'text_editor_code_execution',
    { command: 'create', path: 'a.txt' },
    'text_editor_code_execution_tool_result',
    { type: 'text_editor_code_execution_create_result', is_file_update: false },
  ),
})

const later = mixed('hosted turns', {
  'tool search': {
    tools: [{ type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' }, tool('later_loaded', { defer_loading: true })],
    history: hostedTurn('tool_search_tool_regex', { query: 'later' }, 'tool_search_tool_result', {
      type: 'tool_search_tool_search_result',
      tool_references: [{ type: 'tool_reference', tool_name: 'later_loaded' }],
    }),
  },
  'MCP call': {
    headers: beta('mcp-client-2025-11-20'),
    history: [
      user('Look it up.'),
      assistant([
        { type: 'mcp_tool_use', id: 'mcptoolu_01', name: 'find', server_name: 'example', input: {} },
        { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_01', is_error: false, content: [text('Found.')] },
        text('Here it is.'),
      ]),
    ],
  },
  compaction: {
    headers: beta('compact-2026-01-12'),
    history: [user('Hi'), assistant([{ type: 'compaction', content: 'They greeted.' }, text('Hi!')])],
  },
  advice: {
    headers: beta('advisor-tool-2026-03-01'),
    history: hostedTurn('advisor', {}, 'advisor_tool_result', { type: 'advisor_result', text: 'Be brief.' }),
  },
  'paused search': {
    tools: [{ type: 'web_search_20250305', name: 'web_search' }],
    after: [assistant([text('Let me look.'), hostedCall('web_search', { query: 'tides' })])],
  },
})

const endings = added('after', 'the last turn', {
  'assistant began': [assistant('The answer is')],
  'assistant began in a block': [assistant([text('{"city":')])],
  'empty assistant': [assistant([])],
  'system turn': [{ role: 'system', content: 'Be brief.' }],
  'one more question': [user('Please.')],
  'JPEG in another turn': [user([{ type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: jpeg } }])],
})

export const turns = [...chats, ...citations, ...thoughts, ...toolTurns, ...hosted, ...later, ...endings]
