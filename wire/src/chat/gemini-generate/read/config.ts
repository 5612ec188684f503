import { defined } from '../../../defined.ts'
import { isObject, type JsonObject } from '../../../encoding/json.ts'
import { keep } from '../../request/extras.ts'
import type { ChatRequest, OutputFormat, ReasoningRequest, Sampling } from '../../request/request.ts'
import type { Fields } from '../fields.ts'
import { NAME } from '../name.ts'
import { plainSchema } from './schema.ts'

type ConfigFields = Pick<ChatRequest, 'stop' | 'maxOutputTokens' | 'choices' | 'sampling' | 'output' | 'reasoning' | 'modalities'>

/** The settings in `generationConfig` that have a canonical field; the rest stays unread. */
export function readConfig(f: Fields): ConfigFields {
  const sampling = defined({
    temperature: f.number('temperature'),
    topP: f.number('topP'),
    topK: f.number('topK'),
    presencePenalty: f.number('presencePenalty'),
    frequencyPenalty: f.number('frequencyPenalty'),
    seed: f.number('seed'),
    logprobs: f.boolean('responseLogprobs'),
    topLogprobs: f.number('logprobs'),
  })
  return defined({
    stop: f.texts('stopSequences'),
    maxOutputTokens: f.number('maxOutputTokens'),
    choices: f.number('candidateCount'),
    sampling: isEmpty(sampling) ? undefined : (sampling satisfies Sampling),
    output: readOutput(f),
    reasoning: readThinking(f.object('thinkingConfig')),
    modalities: readModalities(f),
  })
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0
}

function readOutput(f: Fields): OutputFormat | undefined {
  const mediaType = f.peek('responseMimeType')
  if (typeof mediaType !== 'string') return undefined
  const hasPlain = isObject(f.peek('responseJsonSchema'))
  const hasOwn = isObject(f.peek('responseSchema'))
  f.take('responseMimeType')
  if (mediaType === 'text/plain') return { kind: 'text', extras: { dialect: NAME } }
  if (mediaType === 'application/json') {
    if (hasPlain) return { kind: 'json-schema', schema: f.object('responseJsonSchema')?.source ?? {}, extras: { dialect: NAME } }
    const schema = hasOwn ? f.object('responseSchema')?.source : undefined
    if (schema === undefined) return { kind: 'json', extras: { dialect: NAME } }
    return { kind: 'json-schema', schema: plainSchema(schema), extras: { dialect: NAME, originals: { responseSchema: schema } } }
  }
  // Not JSON: a form that only this vendor has (one of a list of words, or something newer), carried with its schema.
  const value: JsonObject = { responseMimeType: mediaType }
  if (hasOwn) value.responseSchema = f.object('responseSchema')?.source
  return { kind: 'unknown', value, extras: { dialect: NAME } }
}

/** The word that stands for no word. */
const UNSPECIFIED = 'THINKING_LEVEL_UNSPECIFIED'

/** A budget of 0 turns thinking off, one of -1 leaves it to the model. */
function readThinking(f: Fields | undefined): ReasoningRequest | undefined {
  if (f === undefined) return undefined
  const isShown = f.boolean('includeThoughts')
  const budget = f.number('thinkingBudget')
  const level = f.text('thinkingLevel')
  const words = {
    ...f.words,
    isShown: isShown === undefined ? undefined : String(isShown),
    budget: budget !== undefined && budget <= 0 ? String(budget) : undefined,
    level: level !== undefined && (level !== level.toUpperCase() || level === UNSPECIFIED) ? level : undefined,
  }
  return defined({
    effort: level === UNSPECIFIED ? undefined : level?.toLowerCase(),
    budgetTokens: budget !== undefined && budget > 0 ? budget : undefined,
    isEnabled: budget === undefined || budget > 0 ? undefined : budget < 0,
    summary: isShown === true ? 'auto' : undefined,
    extras: keep(NAME, f.rest(), {}, words) ?? { dialect: NAME },
  })
}

function readModalities(f: Fields): ChatRequest['modalities'] {
  const found = f.peek('responseModalities')
  if (!Array.isArray(found)) return undefined
  const known: ('text' | 'image' | 'audio')[] = []
  for (const item of found) {
    const word = item === 'TEXT' ? 'text' : item === 'IMAGE' ? 'image' : item === 'AUDIO' ? 'audio' : undefined
    // A kind that we do not know: the list stays unread and is carried whole.
    if (word === undefined) return undefined
    known.push(word)
  }
  f.take('responseModalities')
  return known
}
