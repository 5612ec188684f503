// The families of Moonshot's models, by platform.kimi.ai/docs/api/models-overview and what was measured at its API (2026-01 to 2026-09).
import { type ChatCall, inside } from '../chat-judge.ts'

/** False for the names of other vendors' models. */
export function isMoonshotName(model: string): boolean {
  return /^(kimi-|moonshot-|k\d)/.test(model)
}

/** Of kimi-k2.5 and later the sampling is fixed. */
export function hasFixedSampling(model: string): boolean {
  return /^kimi-k(2\.[5-9]|[3-9])/.test(model)
}

/** `by-default`: it thinks until the request says that it shall not. */
export function thinks(model: string): 'always' | 'by-default' | 'never' {
  if (/^kimi-k([3-9]|2\.7-code|2-thinking)/.test(model)) return 'always'
  return /^kimi-k2\.[5-9]/.test(model) ? 'by-default' : 'never'
}

export function isThinking({ model, body }: ChatCall): boolean {
  const when = thinks(model)
  return when === 'always' || (when === 'by-default' && inside(body.thinking).type !== 'disabled')
}

/** Models that take text alone. */
export function isTextOnly(model: string): boolean {
  return /^(moonshot-v1-(8k|32k|128k|auto)|kimi-k2-(0711-preview|0905-preview|turbo-preview|thinking(-turbo)?))$/.test(model)
}
