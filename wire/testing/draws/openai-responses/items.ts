// The items of a Responses request's input: messages, thoughts, calls of functions and their results.
import type { JsonObject } from '../../../src/encoding/json.ts'
import { long, paperUrl, pdf, pictureUrl, png, unicode } from '../samples.ts'
import { closedCity } from '../schemas.ts'
import { added, mixed } from '../variations.ts'
import { assistant, custom, input, longName, tool, user, weather } from './shared.ts'

const say = (role: string, content: string | JsonObject[], rest: JsonObject = {}): JsonObject => ({ role, content, ...rest })
const said = (words: string, rest: JsonObject = {}): JsonObject => ({ type: 'output_text', text: words, annotations: [], ...rest })
const message = (id: string, parts: JsonObject[], rest: JsonObject = {}): JsonObject => ({
  type: 'message',
  id,
  role: 'assistant',
  status: 'completed',
  content: parts,
  ...rest,
})
const call = (call_id: string, rest: JsonObject = {}): JsonObject => ({
  type: 'function_call',
  call_id,
  name: 'get_weather',
  arguments: '{"city":"Paris"}',
  ...rest,
})
const result = (call_id: string, output: string | JsonObject[], rest: JsonObject = {}): JsonObject => ({
  type: 'function_call_output',
  call_id,
  output,
  ...rest,
})
const image = (rest: JsonObject = {}): JsonObject => ({ type: 'input_image', detail: 'auto', image_url: pictureUrl, ...rest })
const pngUrl = `data:image/png;base64,${png}`
const file = (rest: JsonObject): JsonObject => ({ type: 'input_file', ...rest })
const pdfUrl = `data:application/pdf;base64,${pdf}`
const breakpoint = { prompt_cache_breakpoint: { mode: 'explicit' } }
const asked = user('How is the weather in Paris?')
const told = assistant('21 degrees.')

const instructions = added('first', 'instructions in the input', {
  system: [say('system', 'Be brief.')],
  developer: [say('developer', 'Be brief.')],
  'system in parts': [say('system', [input('Be brief.'), input('Be kind.')])],
  'developer in parts, cached': [say('developer', [{ ...input(long), ...breakpoint }])],
  'two of them': [say('system', 'Be brief.'), say('developer', 'Be kind.')],
  'typed as a message': [say('developer', 'Be brief.', { type: 'message' })],
  'empty system': [say('system', '')],
})
const later = added('history', 'instructions later', {
  'system in the middle': [user('Hi'), assistant('Hi!'), say('system', 'Be brief.')],
  'developer in the middle': [user('Hi'), assistant('Hi!'), say('developer', 'Be brief.')],
})

const url = { type: 'url_citation', start_index: 0, end_index: 3, title: 'Page', url: 'https://example.com/page' }
const chats = added('history', 'earlier turns', {
  'question and answer': [user('Hi'), assistant('Hi!')],
  'answer with its id': [user('Hi'), message('msg_1', [said('Hi!')])],
  'answer without an id': [user('Hi'), { type: 'message', role: 'assistant', content: [said('Hi!')] }],
  'answer in two parts': [user('Hi'), message('msg_1', [said('Hi!'), said('How are you?')])],
  refusal: [user('Hi'), message('msg_1', [{ type: 'refusal', refusal: 'I cannot help.' }])],
  'answer with a cited page': [user('Hi'), message('msg_1', [said('See it.', { annotations: [url] })])],
  'answer with cited files': [
    user('Hi'),
    message('msg_1', [
      said('See it.', {
        annotations: [
          { type: 'file_citation', file_id: 'file-1', filename: 'a.pdf', index: 2 },
          { type: 'container_file_citation', container_id: 'cntr_1', file_id: 'cfile_1', filename: 'a.csv', start_index: 0, end_index: 3 },
          { type: 'file_path', file_id: 'file-1', index: 0 },
        ],
      }),
    ]),
  ],
  'answer with logprobs': [
    user('Hi'),
    message('msg_1', [said('Hi', { logprobs: [{ token: 'Hi', bytes: [72, 105], logprob: -0.1, top_logprobs: [] }] })]),
  ],
  'comment, then the answer': [
    user('Hi'),
    message('msg_1', [said('Let me think.')], { phase: 'commentary' }),
    message('msg_2', [said('Hi!')], { phase: 'final_answer' }),
  ],
  'incomplete answer': [user('Hi'), message('msg_1', [said('Hi')], { status: 'incomplete' })],
  'two questions in a row': [user('Hi'), user('Are you there?')],
  'assistant first': [assistant('Welcome!')],
  'question with a status': [say('user', [input('Hi')], { type: 'message', status: 'completed' }), assistant('Hi!')],
  'empty question': [user(''), assistant('Hi!')],
  'forty turns': Array.from({ length: 20 }, (_, index) => [user(`Question ${index}`), assistant(`Answer ${index}`)]).flat(),
  'picture in the history': [say('user', [input('What is it?'), image()]), assistant('A harbour.')],
})

const thought = (rest: JsonObject = {}): JsonObject => ({ type: 'reasoning', summary: [], encrypted_content: 'gAAAAABo', ...rest })
const summary = [{ type: 'summary_text', text: '**Greeting** They greet.' }]
const sealed = { store: false, include: ['reasoning.encrypted_content'] }
const thoughts = mixed('thoughts', {
  'sealed, with an id': { set: sealed, history: [user('Hi'), thought({ id: 'rs_1' }), message('msg_t1', [said('Hi!')])] },
  'sealed, without an id': { set: sealed, history: [user('Hi'), thought(), message('msg_t1', [said('Hi!')])] },
  'sealed, with a summary': { set: sealed, history: [user('Hi'), thought({ id: 'rs_1', summary }), message('msg_t1', [said('Hi!')])] },
  'two parts of a summary': {
    set: sealed,
    history: [user('Hi'), thought({ id: 'rs_1', summary: [...summary, ...summary] }), message('msg_t1', [said('Hi!')])],
  },
  'sealed, without texts': { set: sealed, history: [user('Hi'), thought({ id: 'rs_1', content: [] }), message('msg_t1', [said('Hi!')])] },
  'sealed, before a call': {
    set: sealed,
    tools: [weather],
    history: [asked, thought({ id: 'rs_1' }), call('call_t1', { id: 'fc_t1', status: 'completed' }), result('call_t1', '21'), told],
  },
  'sealed, in an open loop': {
    set: sealed,
    tools: [weather],
    after: [thought({ id: 'rs_1' }), call('call_t1', { id: 'fc_t1' }), result('call_t1', '21')],
  },
  'stored at the vendor': {
    history: [user('Hi'), { type: 'reasoning', id: 'rs_1', summary: [] }, message('msg_t1', [said('Hi!')])],
  },
  'null in place of the sealed text': {
    history: [user('Hi'), thought({ id: 'rs_1', encrypted_content: null }), message('msg_t1', [said('Hi!')])],
  },
})

const called = (...items: JsonObject[]) => ({ tools: [weather], history: [asked, ...items, told] })
const customCalled = (rest: JsonObject, output: string | JsonObject[]) => ({
  tools: [custom('run_code')],
  history: [
    ...[asked, { type: 'custom_tool_call', call_id: 'call_9', name: 'run_code', ...rest }],
    ...[{ type: 'custom_tool_call_output', call_id: 'call_9', output }, told],
  ],
})
const toolTurns = mixed('tool turns', {
  'call and result': called(call('call_1'), result('call_1', '21')),
  'call and result with ids': called(
    call('call_1', { id: 'fc_1', status: 'completed' }),
    result('call_1', '21', { id: 'fco_1', status: 'completed' }),
  ),
  'result is last': { tools: [weather], after: [call('call_1'), result('call_1', '21')] },
  'empty result': called(call('call_1'), result('call_1', '')),
  'result in parts': called(call('call_1'), result('call_1', [input('21'), input('degrees')])),
  'result with a picture': called(call('call_1'), result('call_1', [input('See:'), image()])),
  'result with a picture by data': called(call('call_1'), result('call_1', [image({ image_url: pngUrl })])),
  'result with a file': called(call('call_1'), result('call_1', [file({ filename: 'a.pdf', file_data: pdfUrl })])),
  'parallel calls': called(call('call_1'), call('call_2'), result('call_1', '21'), result('call_2', '25')),
  'parallel calls, each with its result': called(call('call_1'), result('call_1', '21'), call('call_2'), result('call_2', '25')),
  'parallel results in another order, one with a picture': called(
    call('call_1'),
    call('call_2'),
    result('call_2', [image()]),
    result('call_1', 'failed'),
  ),
  'text before the call': called(message('msg_c1', [said('Let me see.')]), call('call_1'), result('call_1', '21')),
  'the longest call id': called(call('c'.repeat(64)), result('c'.repeat(64), '21')),
  'no arguments': called(call('call_1', { arguments: '' }), result('call_1', '21')),
  'arguments of no fields': called(call('call_1', { arguments: '{}' }), result('call_1', '21')),
  'arguments that are broken': called(call('call_1', { arguments: '{"city":"Par' }), result('call_1', 'bad JSON')),
  'unfinished result': called(call('call_1', { status: 'incomplete' }), result('call_1', '', { status: 'incomplete' })),
  'direct caller': called(call('call_1', { caller: { type: 'direct' } }), result('call_1', '21', { caller: { type: 'direct' } })),
  'call in a namespace': {
    tools: [{ type: 'namespace', name: 'crm', description: 'Customers', tools: [tool('find')] }],
    history: [asked, call('call_1', { name: 'find', namespace: 'crm' }), result('call_1', '21'), told],
  },
  'call by a long name': {
    tools: [tool(longName)],
    history: [asked, call('call_1', { name: longName }), result('call_1', '21'), told],
  },
  'tools are gone': { history: [asked, call('call_1'), result('call_1', '21'), told] },
  'custom call': customCalled({ id: 'ctc_1', input: 'print("hello")' }, 'hello'),
  'custom call with a picture': customCalled({ input: '' }, [input('See:'), image()]),
})

const pictures = added('parts', 'picture', {
  'by address': [image()],
  'by data': [image({ image_url: pngUrl })],
  'by id': [{ type: 'input_image', detail: 'auto', file_id: 'file-abc' }],
  'without detail': [{ type: 'input_image', image_url: pictureUrl }],
  'detail low': [image({ detail: 'low' })],
  'detail high': [image({ detail: 'high' })],
  'detail original': [image({ detail: 'original' })],
  'two pictures': [image(), image({ image_url: pngUrl })],
  'with a cache breakpoint': [image(breakpoint)],
  'null id': [image({ file_id: null })],
})
const files = added('parts', 'file', {
  'PDF by data, named': [file({ filename: 'tides.pdf', file_data: pdfUrl })],
  'PDF by data, without a name': [file({ file_data: pdfUrl })],
  'by address': [file({ file_url: paperUrl })],
  'by id': [file({ file_id: 'file-abc' })],
  'low detail': [file({ file_url: paperUrl, detail: 'low' })],
  'text by data': [file({ filename: 'tides.txt', file_data: 'data:text/plain;base64,VGlkZXM=' })],
  'with a cache breakpoint': [file({ file_id: 'file-abc', ...breakpoint })],
})
const words = added('parts', 'more text', {
  'second part': [input('And in one sentence.')],
  'empty part': [input('')],
  'many scripts': [input(unicode)],
  long: [input(long)],
  'with a cache breakpoint': [{ ...input(long), prompt_cache_breakpoint: { mode: 'explicit', ttl: '12h' } }],
})
const endings = added('after', 'the last turn', {
  'assistant began': [assistant('The answer is')],
  'assistant began in a part': [message('msg_9', [said('The answer is')], { status: 'incomplete' })],
  'developer after the question': [say('developer', 'Be brief.')],
  'one more question': [user('Please.')],
})
const structured = mixed('additional tools', {
  'in the input': { first: [{ type: 'additional_tools', role: 'developer', tools: [tool('late', { parameters: closedCity })] }] },
})

export const items = [
  ...instructions,
  ...later,
  ...chats,
  ...thoughts,
  ...toolTurns,
  ...pictures,
  ...files,
  ...words,
  ...endings,
  ...structured,
]
