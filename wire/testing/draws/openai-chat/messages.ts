// The messages of Chat Completions: instructions, turns of the history, parts of the question.
import type { JsonObject } from '../../../src/encoding/json.ts'
import { jpeg, long, mp3, paperUrl, pdf, pictureUrl, png, unicode, wav } from '../samples.ts'
import { added, mixed } from '../variations.ts'
import { longName, weather } from './tools.ts'

const text = (words: string): JsonObject => ({ type: 'text', text: words })
const system = (content: string | JsonObject[], rest: JsonObject = {}): JsonObject => ({ role: 'system', content, ...rest })
const developer = (content: string | JsonObject[], rest: JsonObject = {}): JsonObject => ({ role: 'developer', content, ...rest })
const user = (content: string | JsonObject[], rest: JsonObject = {}): JsonObject => ({ role: 'user', content, ...rest })
const assistant = (content: string | JsonObject[] | null, rest: JsonObject = {}): JsonObject => ({ role: 'assistant', content, ...rest })
const call = (id: string, args = '{"city":"Paris"}', name = 'get_weather'): JsonObject => ({
  id,
  type: 'function',
  function: { name, arguments: args },
})
const result = (id: string, content: string | JsonObject[]): JsonObject => ({ role: 'tool', tool_call_id: id, content })
const customCall = (id: string): JsonObject => ({ id, type: 'custom', custom: { name: 'run_code', input: 'print("hello")' } })
const image = (url: string, rest: JsonObject = {}): JsonObject => ({ type: 'image_url', image_url: { url, ...rest } })
const file = (held: JsonObject): JsonObject => ({ type: 'file', file: held })
const sound = (data: string, format: string): JsonObject => ({ type: 'input_audio', input_audio: { data, format } })
const breakpoint = { prompt_cache_breakpoint: { mode: 'explicit' } }
/** A turn in which the weather is asked for and called. */
const asked = [user('How is the weather in Paris?')]
const told = assistant('21 degrees.')

const instructions = added('first', 'instructions', {
  'system text': [system('Be brief.')],
  'system parts': [system([text('Be brief.'), text('Be kind.')])],
  'system with a name': [system('Be brief.', { name: 'house_rules' })],
  'empty system': [system('')],
  'two system messages': [system('Be brief.'), system('Be kind.')],
  'long system': [system(long)],
  'system in many scripts': [system(unicode)],
  'developer text': [developer('Be brief.')],
  'developer parts': [developer([text('Be brief.'), text('Be kind.')])],
  'developer with a name': [developer('Be brief.', { name: 'house_rules' })],
  'system and developer': [system('Be brief.'), developer('Be kind.')],
  'developer with a cache breakpoint': [developer([{ ...text(long), ...breakpoint }])],
  'system with a cache breakpoint': [system([{ ...text(long), ...breakpoint }])],
})

const later = added('history', 'instructions later', {
  'system in the middle': [user('Hi'), assistant('Hi!'), system('From now on be brief.')],
  'developer in the middle': [user('Hi'), assistant('Hi!'), developer('From now on be brief.')],
  'system between two questions': [user('Hi'), system('Be brief.')],
})

const chats = added('history', 'earlier turns', {
  'question and answer': [user('Hi'), assistant('Hi!')],
  'answer in parts': [user('Hi'), assistant([text('Hi!'), text('How are you?')])],
  'refusal as a part': [user('Hi'), assistant([{ type: 'refusal', refusal: 'I cannot help.' }])],
  'refusal as a field': [user('Hi'), assistant(null, { refusal: 'I cannot help.' })],
  'answer with annotations': [
    user('Hi'),
    assistant('See the page.', {
      annotations: [
        { type: 'url_citation', url_citation: { start_index: 0, end_index: 3, title: 'Page', url: 'https://example.com/page' } },
      ],
    }),
  ],
  'empty answer': [user('Hi'), assistant('')],
  'answer that was spoken': [user('Hi'), assistant(null, { audio: { id: 'audio_abc123' } })],
  'names of speakers': [user('Hi', { name: 'jane' }), assistant('Hi!', { name: 'helper' })],
  'two questions in a row': [user('Hi'), user('Are you there?')],
  'two answers in a row': [user('Hi'), assistant('Hi!'), assistant('How are you?')],
  'assistant first': [assistant('Welcome!')],
  'forty turns': Array.from({ length: 20 }, (_, index) => [user(`Question ${index}`), assistant(`Answer ${index}`)]).flat(),
  'question in parts': [user([text('Hi'), text('there')]), assistant('Hi!')],
  'picture in the history': [user([text('What is it?'), image(pictureUrl)]), assistant('A harbour.')],
  'question without parts': [user([]), assistant('Hi!')],
})

const calling = (...calls: JsonObject[]): JsonObject => assistant(null, { tool_calls: calls })
/** A question whose answer took these turns of calls and results. */
const called = (...turns: JsonObject[]) => ({ tools: [weather], history: [...asked, ...turns, told] })
const toolTurns = mixed('tool turns', {
  'call and result': called(calling(call('call_1')), result('call_1', '21')),
  'result is last': { tools: [weather], after: [calling(call('call_1')), result('call_1', '21')] },
  'result in parts': called(calling(call('call_1')), result('call_1', [text('21'), text('degrees')])),
  'empty result': called(calling(call('call_1')), result('call_1', '')),
  'text beside the call': called(assistant('Let me see.', { tool_calls: [call('call_1')] }), result('call_1', '21')),
  'empty text beside the call': called(assistant('', { tool_calls: [call('call_1')] }), result('call_1', '21')),
  'parallel calls': called(calling(call('call_1'), call('call_2', '{"city":"Rome"}')), result('call_1', '21'), result('call_2', '25')),
  'parallel results in another order': called(
    calling(call('call_1'), call('call_2', '{"city":"Rome"}')),
    result('call_2', '25'),
    result('call_1', '21'),
  ),
  'same call id in two turns': {
    tools: [weather],
    history: [0, 1].flatMap(() => [...asked, calling(call('call_0')), result('call_0', '21'), told]),
  },
  'two steps': called(...['call_1', 'call_2'].flatMap((id) => [calling(call(id)), result(id, '21')])),
  'the longest call id': called(calling(call('c'.repeat(64))), result('c'.repeat(64), '21')),
  'arguments empty': called(calling(call('call_1', '')), result('call_1', '21')),
  'arguments of no fields': called(calling(call('call_1', '{}')), result('call_1', '21')),
  'arguments that are broken': {
    tools: [weather],
    history: [...asked, calling(call('call_1', '{"city":"Par')), result('call_1', 'Error: bad JSON'), told],
  },
  'result in JSON': called(calling(call('call_1')), result('call_1', '{"degrees":21,"sky":["clear"]}')),
  'tools are gone': { history: [...asked, calling(call('call_1')), result('call_1', '21'), told] },
  'custom call': {
    tools: [{ type: 'custom', custom: { name: 'run_code' } }],
    history: [...asked, calling(customCall('call_9')), result('call_9', 'hello'), told],
  },
  'call by a long name': {
    tools: [{ type: 'function', function: { name: longName, parameters: { type: 'object', properties: {} } } }],
    history: [...asked, calling(call('call_1', '{}', longName)), result('call_1', '21'), told],
  },
  'old function call': {
    set: { functions: [{ name: 'get_weather', parameters: { type: 'object', properties: {} } }] },
    history: [
      ...asked,
      assistant(null, { function_call: { name: 'get_weather', arguments: '{}' } }),
      { role: 'function', name: 'get_weather', content: '21' },
      told,
    ],
  },
  'result with cache breakpoint': called(calling(call('call_1')), result('call_1', [{ ...text('21'), ...breakpoint }])),
})

const pictures = added('parts', 'picture', {
  'by address': [image(pictureUrl)],
  'PNG by data': [image(`data:image/png;base64,${png}`)],
  'JPEG by data': [image(`data:image/jpeg;base64,${jpeg}`)],
  'two pictures': [image(pictureUrl), image(`data:image/png;base64,${png}`)],
  'detail low': [image(pictureUrl, { detail: 'low' })],
  'detail high': [image(pictureUrl, { detail: 'high' })],
  'detail auto': [image(pictureUrl, { detail: 'auto' })],
  'detail original': [image(pictureUrl, { detail: 'original' })],
  'with a cache breakpoint': [{ ...image(pictureUrl), ...breakpoint }],
})

const files = added('parts', 'file', {
  'PDF by data, named': [file({ filename: 'tides.pdf', file_data: `data:application/pdf;base64,${pdf}` })],
  'by id': [file({ file_id: 'file-abc123' })],
  'name in many scripts': [file({ filename: 'Gezeiten 潮汐.pdf', file_data: `data:application/pdf;base64,${pdf}` })],
  'with a cache breakpoint': [{ ...file({ file_id: 'file-abc123' }), ...breakpoint }],
  'two files': [
    file({ filename: 'a.pdf', file_data: `data:application/pdf;base64,${pdf}` }),
    file({ filename: 'b.pdf', file_data: `data:application/pdf;base64,${pdf}` }),
  ],
})

const sounds = added('parts', 'sound', { WAV: [sound(wav, 'wav')], MP3: [sound(mp3, 'mp3')] })
const words = added('parts', 'more text', {
  'second part': [text('And in one sentence.')],
  'empty part': [text('')],
  'many scripts': [text(unicode)],
  long: [text(long)],
  'with a cache breakpoint': [{ ...text(long), ...breakpoint }],
  'breakpoint with a lifetime': [{ ...text(long), prompt_cache_breakpoint: { mode: 'explicit', ttl: '12h' } }],
  'an address in the text': [text(`See ${paperUrl}.`)],
})

const endings = added('after', 'the last turn', {
  'assistant began': [assistant('The answer is')],
  'assistant began, with a space': [assistant('The answer is ')],
  'system after the question': [system('Be brief.')],
  'named user': [user('Please.', { name: 'jane' })],
  'empty user': [user('')],
})

export const messageVariations = [...instructions, ...later, ...chats, ...toolTurns, ...pictures, ...files, ...sounds, ...words, ...endings]
