// The contents of generateContent: earlier turns, thoughts, calls and responses, media, and how the conversation ends.
import type { JsonObject } from '../../../src/encoding/json.ts'
import { gif, jpeg, long, mp3, pdf, png, unicode, wav, webp } from '../samples.ts'
import { added, mixed } from '../variations.ts'
import { declared, longName, model, signature, text, turn, user, weather, withInvocations } from './shared.ts'

const call = (rest: JsonObject = {}): JsonObject => ({
  functionCall: { name: 'get_weather', args: { city: 'Paris' }, ...rest },
  ...signature,
})
const bare = (rest: JsonObject = {}): JsonObject => ({ functionCall: { name: 'get_weather', args: { city: 'Paris' }, ...rest } })
const response = (rest: JsonObject = {}): JsonObject => ({ functionResponse: { name: 'get_weather', response: { result: '21' }, ...rest } })
const inline = (mimeType: string, data: string): JsonObject => ({ inlineData: { mimeType, data } })
const asked = user(text('How is the weather in Paris?'))
const told = model(text('21 degrees.'))
const called = (...turns: JsonObject[]) => ({ tools: [weather], history: [asked, ...turns, told] })

const chats = added('history', 'earlier turns', {
  'question and answer': [user(text('Hi')), model(text('Hi!'))],
  'answer in parts': [user(text('Hi'), text('there')), model(text('Hi!'), text('How are you?'))],
  'two questions in a row': [user(text('Hi')), user(text('Are you there?'))],
  'two answers in a row': [user(text('Hi')), model(text('Hi!')), model(text('How are you?'))],
  'model first': [model(text('Welcome!'))],
  'without a role': [{ parts: [text('Hi')] }, model(text('Hi!'))],
  'forty turns': Array.from({ length: 20 }, (_, index) => [user(text(`Question ${index}`)), model(text(`Answer ${index}`))]).flat(),
  'picture in the history': [user(text('What is it?'), inline('image/png', png)), model(text('A dot.'))],
  'empty text': [user(text('Hi')), model(text(''))],
  'part not in a list': [{ role: 'user', parts: text('Hi') }, model(text('Hi!'))],
  'sound with its words': [
    user({
      ...inline('audio/wav', wav),
      audioTranscription: { text: 'Hello', finished: true, speakerLabel: 'A', words: [{ word: 'Hello' }] },
    }),
    model(text('Hi!')),
  ],
  'metadata of a part': [user({ ...text('Hi'), partMetadata: { id: 'a' } }), model(text('Hi!'))],
})
const thoughts = added('history', 'thoughts', {
  'a thought': [user(text('Hi')), model({ ...text('They greet.'), thought: true }, text('Hi!'))],
  'a thought with a signature': [user(text('Hi')), model({ ...text('They greet.'), thought: true, ...signature }, text('Hi!'))],
  'an answer with a signature': [user(text('Hi')), model({ ...text('Hi!'), ...signature })],
  'a signature on an empty text': [user(text('Hi')), model(text('Hi!'), { ...text(''), ...signature })],
  'signature in snake case': [user(text('Hi')), model({ ...text('Hi!'), thought_signature: 'CpcBAVSoXO5V0Mx7cU9r' })],
})

const toolTurns = mixed('tool turns', {
  'call and response': called(model(call()), user(response())),
  'response is last': { tools: [weather], after: [model(call()), user(response())] },
  'response of the role function': called(model(call()), turn('function', response())),
  'without a signature': called(model(bare()), user(response())),
  'with ids': called(model(call({ id: 'call_1' })), user(response({ id: 'call_1' }))),
  'text beside the call': called(model(text('Let me see.'), call()), user(response())),
  'thought before the call': called(model({ ...text('Look it up.'), thought: true }, call()), user(response())),
  'parallel calls': called(model(call(), bare({ args: { city: 'Rome' } })), user(response(), response({ response: { result: '25' } }))),
  'parallel calls with ids': called(
    model(call({ id: 'call_1' }), bare({ id: 'call_2' })),
    user(response({ id: 'call_2' }), response({ id: 'call_1' })),
  ),
  'parallel responses in two turns': called(model(call(), bare()), user(response()), user(response())),
  'same id in two turns': {
    tools: [weather],
    history: [0, 1].flatMap(() => [asked, model(call({ id: 'call_0' })), user(response({ id: 'call_0' })), told]),
  },
  'two steps': called(model(call()), user(response()), model(call()), user(response())),
  'without args': called(model({ functionCall: { name: 'get_weather' }, ...signature }), user(response())),
  'empty args': called(model(call({ args: {} })), user(response())),
  'deep args': called(model(call({ args: { where: [{ city: null, near: [1.5, true, ''] }] } })), user(response())),
  'empty response': called(model(call()), user(response({ response: {} }))),
  'response of an error': called(model(call()), user(response({ response: { error: 'No such city' } }))),
  'response of an output': called(model(call()), user(response({ response: { output: { degrees: 21, sky: ['clear'] } } }))),
  'response with a picture': called(model(call()), user(response({ parts: [inline('image/png', png)] }))),
  'response with a named picture': called(
    model(call()),
    user(
      response({
        response: { picture: { $ref: 'a.png' } },
        parts: [{ inlineData: { mimeType: 'image/png', data: png, displayName: 'a.png' } }],
      }),
    ),
  ),
  'response that goes on': called(model(call()), user(response({ willContinue: false, scheduling: 'WHEN_IDLE' }))),
  'call by a long name': {
    tools: [declared({ name: longName })],
    history: [asked, model(call({ name: longName, args: {} })), user(response({ name: longName })), told],
  },
  'tools are gone': { history: [asked, model(call()), user(response()), told] },
  'in snake case': called(
    model({ function_call: { name: 'get_weather', args: {} }, ...signature }),
    user({ function_response: { name: 'get_weather', response: {} } }),
  ),
})

const code = { executableCode: { language: 'PYTHON', code: 'print(1)' } }
const coded = (...parts: JsonObject[]) => ({ tools: [{ codeExecution: {} }], history: [asked, model(...parts)] })
const hosted = mixed('hosted turns', {
  'code execution': coded(code, { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1\n' } }, text('It is 1.')),
  'code execution with ids': coded(
    { executableCode: { ...code.executableCode, id: 'code_1' }, ...signature },
    { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1\n', id: 'code_1' } },
    text('It is 1.'),
  ),
  'code execution that failed': coded(
    code,
    { codeExecutionResult: { outcome: 'OUTCOME_FAILED', output: 'NameError' } },
    text('It failed.'),
  ),
  'search by the vendor': {
    set: withInvocations,
    tools: [{ googleSearch: {} }],
    history: [
      asked,
      model(
        { toolCall: { id: 'tc_1', toolType: 'GOOGLE_SEARCH_WEB', args: { queries: ['tides'] } }, ...signature },
        { toolResponse: { id: 'tc_1', toolType: 'GOOGLE_SEARCH_WEB', response: { search_suggestions: 'tides' } }, ...signature },
        text('Found.'),
      ),
    ],
  },
})

const pictures = added('parts', 'picture', {
  PNG: [inline('image/png', png)],
  JPEG: [inline('image/jpeg', jpeg)],
  WebP: [inline('image/webp', webp)],
  GIF: [inline('image/gif', gif)],
  'two pictures': [inline('image/png', png), inline('image/jpeg', jpeg)],
  'in snake case': [{ inline_data: { mime_type: 'image/png', data: png } }],
  'by address': [{ fileData: { mimeType: 'image/png', fileUri: 'https://example.com/a.png' } }],
  'by id': [{ fileData: { mimeType: 'image/png', fileUri: 'https://generativelanguage.googleapis.com/v1beta/files/abc' } }],
  'low resolution': [{ ...inline('image/png', png), mediaResolution: { level: 'MEDIA_RESOLUTION_LOW' } }],
  'by a count of tokens': [{ ...inline('image/png', png), mediaResolution: { numTokens: 256 } }],
})
const files = added('parts', 'file', {
  PDF: [inline('application/pdf', pdf)],
  'named PDF': [{ inlineData: { mimeType: 'application/pdf', data: pdf, displayName: 'tides.pdf' } }],
  'plain text': [inline('text/plain', 'VGlkZXM=')],
  CSV: [inline('text/csv', 'YSxi')],
  'PDF by address': [{ fileData: { mimeType: 'application/pdf', fileUri: 'https://example.com/a.pdf' } }],
  'without a type': [{ fileData: { fileUri: 'https://generativelanguage.googleapis.com/v1beta/files/abc' } }],
  'in a bucket': [{ fileData: { mimeType: 'application/pdf', fileUri: 'gs://bucket/a.pdf' } }],
  'in snake case': [{ file_data: { mime_type: 'application/pdf', file_uri: 'https://example.com/a.pdf' } }],
})
const sounds = added('parts', 'sound and film', {
  WAV: [inline('audio/wav', wav)],
  MP3: [inline('audio/mp3', mp3)],
  film: [inline('video/mp4', 'AAAAIGZ0eXBpc29t')],
  'film of YouTube': [{ fileData: { fileUri: 'https://www.youtube.com/watch?v=9hE5-98ZeCg' } }],
  'a piece of a film': [
    {
      fileData: { mimeType: 'video/mp4', fileUri: 'https://generativelanguage.googleapis.com/v1beta/files/abc' },
      videoMetadata: { startOffset: '10s', endOffset: '20s', fps: 0.5 },
    },
  ],
  'film, looked at in steps': [{ ...inline('video/mp4', 'AAAAIGZ0eXBpc29t'), mediaProcessing: 'AGENTIC' }],
})
const words = added('parts', 'more text', {
  'second part': [text('And in one sentence.')],
  'empty part': [text('')],
  'many scripts': [text(unicode)],
  long: [text(long)],
  'with a speaker': [{ ...text('Hello'), speechMetadata: { speaker: 'Joe', style: 'calm' } }],
})
const endings = added('after', 'the last turn', {
  'model began': [model(text('The answer is'))],
  'one more question': [user(text('Please.'))],
  'question without a role': [{ parts: [text('Please.')] }],
})

export const contents = [...chats, ...thoughts, ...toolTurns, ...hosted, ...pictures, ...files, ...sounds, ...words, ...endings]
