// Google's own call of Imagen, `models/{model}:predict`: what must be known of it. Source: Gemini API, "Imagen"; Google Cloud, "Imagen API", 2026.
import { isObject, type Json } from '../encoding/json.ts'
import { reader } from '../encoding/reader.ts'
import { WireError } from '../wire-error.ts'
import { MAX_IMAGES } from './request.ts'

export interface PredictRequest {
  readonly prompts: readonly string[]
  /** How many pictures are requested: for each prompt as many. */
  readonly count: number
}

/** What Google makes where no number is named. */
const USUAL_COUNT = 4

/** Reads a request. Throws WireError with the field that is not what it should be. */
export function readPredict(body: Json): PredictRequest {
  const r = reader(body, '')
  const prompts = (r.list('instances') ?? []).map((instance, index) => {
    const prompt = isObject(instance) ? instance.prompt : undefined
    if (typeof prompt !== 'string' || prompt.trim() === '') throw new WireError(`instances[${index}].prompt`, 'a text that is not empty')
    return prompt
  })
  if (prompts.length === 0) throw new WireError('instances', 'at least one')
  const each = r.object('parameters')?.number('sampleCount') ?? USUAL_COUNT
  const count = each * prompts.length
  if (!Number.isSafeInteger(each) || each < 1 || count > MAX_IMAGES)
    throw new WireError('parameters.sampleCount', `a whole number of at most ${MAX_IMAGES} pictures in all`)
  return { prompts, count }
}
