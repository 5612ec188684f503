// What a model's name says: rules that hold for some models only ask here. A name that says nothing gets the rules of all models.

export type Model = {
  name: string
  /** As in `models/gemini-2.5-pro`. */
  resource: string
  family: 'gemini' | 'gemma' | 'unknown'
  /** 2.5 for `gemini-2.5-pro`; undefined for `gemini-flash-latest`. */
  version: number | undefined
  tier: 'pro' | 'flash' | 'flash-lite' | undefined
  output: 'text' | 'image' | 'speech' | 'other'
}

/** Reads a model's name, with or without `models/` before it. */
export function readModel(fullName: string): Model {
  const name = fullName.replace(/^models\//, '')
  const gemini = /^gemini-(\d+(?:\.\d+)?)(?=-|$)/.exec(name)
  const gemma = /^gemma-(\d+)/.exec(name)
  const version = gemini?.[1] ?? gemma?.[1]
  return {
    name,
    resource: `models/${name}`,
    family: /^gemini-/.test(name) ? 'gemini' : gemma ? 'gemma' : 'unknown',
    version: version === undefined ? undefined : Number(version),
    tier: /-flash-lite/.test(name) ? 'flash-lite' : /-flash/.test(name) ? 'flash' : /-pro/.test(name) ? 'pro' : undefined,
    output: outputOf(name),
  }
}

function outputOf(name: string): Model['output'] {
  if (/-image/.test(name) || /nano-banana/.test(name)) return 'image'
  if (/-tts/.test(name)) return 'speech'
  return /-(live|audio|omni|robotics|computer-use|embedding)/.test(name) ? 'other' : 'text'
}

const isGemini = (model: Model) => model.family === 'gemini'

/** A text model of Gemini 2.x. */
export const isGemini2 = (model: Model): boolean =>
  isGemini(model) && model.output === 'text' && model.version !== undefined && model.version >= 2 && model.version < 3

/** A text model of Gemini 2.5. */
export const isGemini25 = (model: Model): boolean => isGemini2(model) && model.version === 2.5

/** A text model of Gemini 3.x. */
export const isGemini3 = (model: Model): boolean =>
  isGemini(model) && model.output === 'text' && model.version !== undefined && model.version >= 3 && model.version < 4

/** Gemini 3.6 and later: their roles and last turns are looked at more closely than those of the models before. */
export const isStrictAboutTurns = (model: Model): boolean =>
  isGemini3(model) && ((model.version ?? 0) >= 3.6 || (model.version === 3.5 && model.tier === 'flash-lite'))

/** Gemma 3 and before: no system instruction, no functions, no JSON mode. */
export const isPlainGemma = (model: Model): boolean => model.family === 'gemma' && (model.version ?? 0) <= 3

/** Names that were served once, are served elsewhere, or only embed. */
const GONE = [/^gemini-1\./, /^gemini-pro(-vision)?$/, /^(text-)?embedding-/, /^gemini-embedding-/, /^text-(bison|unicorn)/, /^chat-bison/]
const ELSEWHERE =
  /^(gpt|chatgpt|o\d|claude|llama|meta|mistral|mixtral|codestral|deepseek|qwen|grok|command|kimi|moonshot|glm|doubao|ernie)(-|\d|\/|$)/

/** Whether Google surely has no such model for a chat. */
export const isUnknownToGoogle = (model: Model): boolean => model.name === '' || [...GONE, ELSEWHERE].some((name) => name.test(model.name))
