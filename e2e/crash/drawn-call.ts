// One call of a client of the crash loop: most are chats, the others are forms and pictures.
import { sampleRecording } from '../../server/src/gateway/probe/sample-recording.ts'
import { type FormPart, printForm } from '../../server/src/lib/bodies/multipart.ts'
import type { CallFacts } from '../../server/src/testing/client.ts'
import { PICTURE } from '../../server/src/testing/fake-dialects/images.ts'
import { chatModels, type JudgedModel, pictureModel, transcribingModel } from './front-door.ts'

/** What the vendor counts. */
interface Counted {
  readonly promptTokens: number
  readonly cachedTokens: number
  readonly completionTokens: number
}

export interface DrawnCall extends Counted {
  readonly callId: string
  readonly model: JudgedModel
  readonly isStream: boolean
  readonly path: string
  readonly contentType: string
  readonly body: Buffer
  /** Did the client get all of it, so that it may take it for whole? */
  readonly isWhole: (facts: CallFacts) => boolean
}

export interface Draw {
  /** Counts the calls. */
  readonly number: number
  /** 0 ≤ x < 1, reproducible. */
  readonly random: () => number
  /** Milliseconds between the pieces of a stream at most. */
  readonly paceMs: number
}

/** Prompts are told apart by what they use: (prompt, completion) names the call within one run. */
const PROMPT_LEAST = 200
const PROMPT_RANGE = 9800
const COMPLETION_LEAST = 5
/** What a call asks for at most: an answer of more is charged up to it, and the longest answer tells the number of the last call. */
const COMPLETION_MOST = 200
/** Each of the three kinds beside chats. */
const MEDIA_SHARE = 0.08
/** As the fake vendor counts the picture of an edit, and the sample recording. */
const PICTURE_TOKENS = 100
const RECORDING_TOKENS = 3
const BYTES_PER_TOKEN = 4

export function drawCall(draw: Draw): DrawnCall {
  const kind = draw.random()
  if (kind < MEDIA_SHARE) return transcription(draw)
  if (kind < 2 * MEDIA_SHARE) return pictureEdit(draw)
  return kind < 3 * MEDIA_SHARE ? picture(draw) : chatCall(draw)
}

const callIdOf = ({ number }: Draw) => `c${number}`
const promptTokensOf = ({ number }: Draw) => PROMPT_LEAST + (number % PROMPT_RANGE)

function completionTokensOf({ number }: Draw): number {
  const tokens = COMPLETION_LEAST + Math.floor(number / PROMPT_RANGE)
  if (tokens > COMPLETION_MOST)
    throw new Error(`no more than ${(COMPLETION_MOST - COMPLETION_LEAST + 1) * PROMPT_RANGE} calls can be told apart`)
  return tokens
}

const isWholeJson = ({ end, json }: CallFacts) => end === 'whole' && json !== undefined

function chatCall(draw: Draw): DrawnCall {
  const { random, paceMs } = draw
  const model = chatModels[random() < 0.5 ? 0 : 1] ?? chatModels[0]
  const isStream = random() < 0.6
  const promptTokens = promptTokensOf(draw)
  const completionTokens = completionTokensOf(draw)
  const cachedTokens = random() < 0.3 ? Math.floor(promptTokens / 3) : 0
  const pace = random() < 0.5 ? '' : ` #chunks:${2 + Math.floor(random() * 6)}x${1 + Math.floor(random() * paceMs)}ms`
  const content = `#call:${callIdOf(draw)} #in:${promptTokens} #out:${completionTokens} #cached:${cachedTokens}${pace}`
  return {
    ...{ callId: callIdOf(draw), model, isStream, promptTokens, cachedTokens, completionTokens },
    path: '/v1/chat/completions',
    ...asJson({
      model: model.name,
      max_tokens: COMPLETION_MOST,
      messages: [{ role: 'user', content }],
      ...(isStream ? { stream: true } : {}),
    }),
    isWhole: isStream ? ({ sawDone }) => sawDone : isWholeJson,
  }
}

function asForm(parts: readonly FormPart[]): Pick<DrawnCall, 'contentType' | 'body'> {
  const { contentType, body } = printForm(parts)
  return { contentType, body: Buffer.concat(body) }
}

/** A recording in a form, told by a prompt that is as long as the tokens that it shall count. */
function transcription(draw: Draw): DrawnCall {
  const counted = { promptTokens: promptTokensOf(draw), cachedTokens: 0, completionTokens: completionTokensOf(draw) }
  const prompt = `#call:${callIdOf(draw)} #out:${counted.completionTokens} `
  return {
    ...{ callId: callIdOf(draw), model: transcribingModel, isStream: false, ...counted },
    path: '/v1/audio/transcriptions',
    ...asForm([
      { name: 'model', text: transcribingModel.name },
      { name: 'prompt', text: prompt.padEnd(BYTES_PER_TOKEN * (counted.promptTokens - RECORDING_TOKENS), '.') },
      sampleRecording,
    ]),
    isWhole: isWholeJson,
  }
}

/** A picture in a form, to be changed. */
function pictureEdit(draw: Draw): DrawnCall {
  const asked = askedPicture(draw, PICTURE_TOKENS)
  const file: FormPart = { name: 'image', fileName: 'a.png', type: 'image/png', bytes: Buffer.from(PICTURE, 'base64') }
  const texts = Object.entries(asked.fields).map(([name, value]): FormPart => ({ name, text: String(value) }))
  return { ...asked.call, path: '/v1/images/edits', ...asForm([...texts, file]) }
}

function picture(draw: Draw): DrawnCall {
  const { call, fields } = askedPicture(draw, 0)
  return { ...call, path: '/v1/images/generations', ...asJson(fields) }
}

/** What calls for pictures have alike. */
function askedPicture(draw: Draw, pictureTokens: number) {
  const isStream = draw.random() < 0.5
  const counted = { promptTokens: promptTokensOf(draw), cachedTokens: 0, completionTokens: completionTokensOf(draw) }
  const prompt = `#call:${callIdOf(draw)} #in:${counted.promptTokens - pictureTokens} #out:${counted.completionTokens}`
  const isWhole = ({ end, frames }: CallFacts) => end === 'whole' && frames.some(({ data }) => /"type":"image_\w+\.completed"/.test(data))
  return {
    call: { callId: callIdOf(draw), model: pictureModel, isStream, ...counted, isWhole: isStream ? isWhole : isWholeJson },
    fields: { model: pictureModel.name, prompt, ...(isStream ? { stream: true } : {}) },
  }
}

const asJson = (body: object) => ({ contentType: 'application/json', body: Buffer.from(JSON.stringify(body)) })
