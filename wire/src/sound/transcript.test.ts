// What is made of a vendor's words and their times: sentences, subtitles, speakers.
import { describe, expect, test } from 'vitest'
import { printTranscript, type TimedWord, type Transcript } from './transcript.ts'
import { elevenlabsTranscription } from './vendors/elevenlabs-transcription.ts'

const word = (text: string, start: number, more: Partial<TimedWord> = {}): TimedWord => ({ text, start, end: start + 0.5, ...more })
const printed = (transcript: Partial<Transcript>, format: string, granularities: readonly string[] = []) =>
  printTranscript({ text: 'all', words: [], ...transcript }, format, granularities).text
const sentences = (words: readonly TimedWord[]): string[] =>
  JSON.parse(printed({ words }, 'verbose_json')).segments.map(({ text }: { text: string }) => text)

describe('a sentence ends', () => {
  test.each<[why: string, words: readonly TimedWord[], texts: readonly string[]]>([
    ['with its sign', [word('Is', 0), word('it?', 0.5), word('Yes', 1)], ['Is it?', 'Yes']],
    ['with its sign, in quotes', [word('“No.”', 0), word('Yes', 0.5)], ['“No.”', 'Yes']],
    ['where another one speaks', [word('one', 0, { speaker: 'a' }), word('two', 0.5, { speaker: 'b' })], ['one', 'two']],
    ['where a pause is', [word('one', 0), word('two', 1.6)], ['one', 'two']],
    ['nowhere else', [word('one', 0), word('two', 1.4)], ['one two']],
    ['after seven seconds', Array.from({ length: 10 }, (_, at) => word('la', at * 0.9)), ['la la la la la la la la', 'la la']],
    ['before a line has 84 letters', ['a', 'b'].map((letter, at) => word(letter.repeat(50), at)), ['a'.repeat(50), 'b'.repeat(50)]],
    ['without spaces between signs of Chinese', [word('你', 0), word('好，', 0.5), word('世界。', 1)], ['你好，世界。']],
  ])('%s', (_why, words, texts) => expect(sentences(words)).toEqual(texts))
})

test('times have hours, minutes, seconds and thousandths, with the point of each format', () => {
  const words = [word('late', 3723.0456)]
  expect(printed({ words }, 'srt')).toBe('1\n01:02:03,046 --> 01:02:03,546\nlate\n\n')
  expect(printed({ words }, 'vtt')).toBe('WEBVTT\n\n01:02:03.046 --> 01:02:03.546\nlate\n\n')
})

test('what the vendor does not report is left out', () => {
  expect(JSON.parse(printed({}, 'json'))).toEqual({ text: 'all' })
  expect(JSON.parse(printed({ words: [word('one', 0)] }, 'verbose_json'))).toEqual({
    ...{ task: 'transcribe', duration: 0.5, text: 'all' },
    segments: [{ id: 0, start: 0, end: 0.5, text: 'one' }],
  })
})

test.each([
  ['eng', 'english'],
  ['de', 'german'],
  ['cmn', 'chinese'],
  ['not a code', 'not a code'],
])('the language %s is %s', (language, name) => {
  expect(JSON.parse(printed({ language }, 'verbose_json')).language).toBe(name)
})

test('words and sentences both, where both are wanted', () => {
  const both = JSON.parse(printed({ words: [word('one', 0)] }, 'verbose_json', ['word', 'segment']))
  expect(both).toMatchObject({ words: [{ word: 'one', start: 0, end: 0.5 }], segments: [{ text: 'one' }] })
})

describe('what ElevenLabs answers', () => {
  test.each([[undefined], [null], [[]], [{}], [{ text: 5 }], [{ message: 'accepted' }]])('%j is no transcript', (reply) =>
    expect(elevenlabsTranscription.readReply(reply)).toBeUndefined(),
  )

  test('has words without times where these were not requested, and spaces that are no words', () => {
    const words = [{ text: 'one', type: 'word' }, { text: ' ', type: 'spacing', start: 1, end: 2 }, null, { text: 'two', start: 2, end: 3 }]
    expect(elevenlabsTranscription.readReply({ text: 'one two', words })?.words).toMatchObject([{ text: 'two', start: 2, end: 3 }])
  })
})
