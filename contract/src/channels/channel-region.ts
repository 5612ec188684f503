// Where a vendor runs the models of a channel: what `other` holds of a vendor that has regions.
import { jsonValue } from '../values/codec.ts'

/** The regions of a channel: one for all models, and others for some. */
export interface Regions {
  readonly default: string
  readonly byModel: Readonly<Record<string, string>>
}

/**
 * Google's regions, such as `us-central1`, the two that span a continent, and `global`. It becomes part of the host that gets the token.
 * Source: Google Cloud, "Vertex AI locations", 2026.
 */
const REGION = /^(?:global|us|eu|[a-z]{2,16}-[a-z]{2,16}\d{1,2})$/

/** Reads `other`: a region, or a JSON object of models to regions with one as `default`. Undefined where it is neither. */
export function readRegions(other: string): Regions | undefined {
  if (!other.startsWith('{')) return REGION.test(other) ? { default: other, byModel: {} } : undefined
  const map = objectIn(other)
  if (!map || !Object.values(map).every(isRegion) || typeof map.default !== 'string') return undefined
  return { default: map.default, byModel: map }
}

const isRegion = (value: unknown): value is string => typeof value === 'string' && REGION.test(value)

function objectIn(text: string): Record<string, string> | undefined {
  const value = jsonValue(text)
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : undefined
}
