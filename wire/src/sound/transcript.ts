// What was said in a recording, whatever vendor wrote it down, in the formats that OpenAI's clients ask for. Source: OpenAI's API reference,
// "Create transcription", 2026.
import { inputTokensOf, outputTokensOf, type WireUsage } from '../chat/reply/usage.ts'
import { defined } from '../defined.ts'
import type { JsonObject } from '../encoding/json.ts'

/** A word with the sign after it, or a sound that is no word. Times in seconds from the beginning. */
export interface TimedWord {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly speaker?: string | undefined
  /** The logarithm of how sure the vendor is of it. */
  readonly logprob?: number | undefined
}

export interface Transcript {
  readonly text: string
  /** ISO 639. */
  readonly language?: string | undefined
  /** How long the recording is, as the vendor counts it. */
  readonly seconds?: number | undefined
  /** Without the spaces between them; empty where their times were not requested. */
  readonly words: readonly TimedWord[]
  /** Of a vendor that sells transcripts by their tokens. */
  readonly usage?: WireUsage | undefined
}

/** A reply that is ready to be sent. */
export interface PrintedTranscript {
  readonly contentType: string
  readonly text: string
}

interface Segment {
  readonly id: number
  readonly start: number
  readonly end: number
  readonly text: string
  readonly speaker?: string | undefined
  readonly avg_logprob?: number | undefined
}

/** What `response_format` may be. */
export const RESPONSE_FORMATS: ReadonlySet<string> = new Set(['json', 'text', 'srt', 'vtt', 'verbose_json', 'diarized_json'])

/** A transcript as the client wants it: `format` is one of the names above, `granularities` says whether words or segments have times. */
export function printTranscript(transcript: Transcript, format: string, granularities: readonly string[]): PrintedTranscript {
  switch (format) {
    case 'text':
      return plain(`${transcript.text}\n`)
    case 'srt':
      return plain(segmentsOf(transcript).map(srtCue).join(''))
    case 'vtt':
      return plain(`WEBVTT\n\n${segmentsOf(transcript).map(vttCue).join('')}`)
    case 'verbose_json':
      return json(verbose(transcript, granularities))
    case 'diarized_json':
      return json(diarized(transcript))
    default:
      return json({ text: transcript.text, ...usageOf(transcript) })
  }
}

const plain = (text: string): PrintedTranscript => ({ contentType: 'text/plain; charset=utf-8', text })
const json = (body: JsonObject): PrintedTranscript => ({ contentType: 'application/json; charset=utf-8', text: JSON.stringify(body) })

function usageOf({ seconds, usage }: Transcript): JsonObject {
  if (usage) return { usage: shownTokens(usage) }
  return seconds === undefined ? {} : { usage: { type: 'duration', seconds: Math.ceil(seconds) } }
}

/** Tokens as OpenAI's clients read them. */
export function shownTokens(usage: WireUsage): JsonObject {
  const [input, output] = [inputTokensOf(usage), outputTokensOf(usage)]
  return {
    type: 'tokens',
    input_tokens: input,
    input_token_details: { text_tokens: input - usage.audioInput, audio_tokens: usage.audioInput },
    output_tokens: output,
    total_tokens: input + output,
  }
}

function verbose(transcript: Transcript, granularities: readonly string[]): JsonObject {
  const { text, words } = transcript
  const segments = segmentsOf(transcript).map(({ speaker: _, ...segment }) => defined(segment))
  return {
    task: 'transcribe',
    ...(transcript.language !== undefined && { language: languageName(transcript.language) }),
    duration: durationOf(transcript),
    text,
    ...(granularities.includes('word') && { words: words.map(({ text: word, start, end }) => ({ word, start, end })) }),
    ...((granularities.includes('segment') || !granularities.includes('word')) && { segments }),
    ...usageOf(transcript),
  }
}

function diarized(transcript: Transcript): JsonObject {
  const segments = segmentsOf(transcript).map(({ id, start, end, text, speaker = '' }) => ({
    ...{ type: 'transcript.text.segment', id: `seg_${id}`, start, end, text, speaker },
  }))
  return { task: 'transcribe', duration: durationOf(transcript), text: transcript.text, segments, ...usageOf(transcript) }
}

const durationOf = ({ seconds, words }: Transcript): number => seconds ?? words.at(-1)?.end ?? 0

/** OpenAI names languages in English and in small letters; what has no such name stays a code. */
function languageName(code: string): string {
  if (!/^[a-z]{2,3}$/i.test(code)) return code
  return new Intl.DisplayNames('en', { type: 'language' }).of(code)?.toLowerCase() ?? code
}

/** A line on a screen: what is said in at most so many seconds and letters, and after so long a pause another one begins. */
const MAX_SECONDS = 7
const MAX_LETTERS = 84
const PAUSE_SECONDS = 1
const END_OF_SENTENCE = /[.!?…。！？]["'”’»)]*$/

/** The words in sentences, cut where they are too long for a line, where a pause is, and where another one speaks. */
function segmentsOf({ words }: Transcript): Segment[] {
  const groups: TimedWord[][] = []
  let last: TimedWord | undefined
  for (const word of words) {
    const group = groups.at(-1)
    if (!group || !last || beginsNew(word, last, group)) groups.push([word])
    else group.push(word)
    last = word
  }
  return groups.map((group, id) => segmentOf(group, id))
}

function beginsNew(word: TimedWord, last: TimedWord, group: readonly TimedWord[]): boolean {
  if (word.speaker !== last.speaker || END_OF_SENTENCE.test(last.text) || word.start - last.end > PAUSE_SECONDS) return true
  return word.end - (group[0]?.start ?? word.start) > MAX_SECONDS || joined(group).length + word.text.length >= MAX_LETTERS
}

function segmentOf(group: readonly TimedWord[], id: number): Segment {
  const sure = group.flatMap(({ logprob }) => (logprob === undefined ? [] : [logprob]))
  return {
    id,
    start: group[0]?.start ?? 0,
    end: group.at(-1)?.end ?? 0,
    text: joined(group),
    speaker: group[0]?.speaker,
    ...(sure.length > 0 && { avg_logprob: sure.reduce((sum, each) => sum + each, 0) / sure.length }),
  }
}

/** Languages that set no spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}。！？，、]$/u

const joined = (group: readonly TimedWord[]): string =>
  group.reduce((text, word) => text + (text === '' || UNSPACED.test(text) ? '' : ' ') + word.text, '')

const srtCue = ({ id, start, end, text }: Segment): string => `${id + 1}\n${clock(start, ',')} --> ${clock(end, ',')}\n${text}\n\n`
const vttCue = ({ start, end, text }: Segment): string => `${clock(start, '.')} --> ${clock(end, '.')}\n${text}\n\n`

/** `01:02:03,456`. */
function clock(seconds: number, point: string): string {
  const milliseconds = Math.round(seconds * 1000)
  const [whole, rest] = [Math.floor(milliseconds / 1000), milliseconds % 1000]
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60].map((part) => String(part).padStart(2, '0'))
  return `${parts.join(':')}${point}${String(rest).padStart(3, '0')}`
}
