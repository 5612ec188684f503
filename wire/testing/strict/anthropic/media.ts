// Pictures and files that stand in the request as base64.
import { isObject, type JsonObject } from '../../../src/encoding/json.ts'
import { rule } from '../judge.ts'
import { type Call, firstOf, objectsOf, type Rule, textOf } from './call.ts'

type Source = { at: string; kind: string; mediaType: string; data: string }

/** How the base64 of a picture begins, by its kind. */
const beginnings: readonly (readonly [string, string])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
]

export const mediaRules: readonly Rule[] = [
  rule('image-not-empty', 'https://github.com/anthropics/claude-code/issues/12750 (2025-11-30)', (call) =>
    firstOf(sourcesOf(call), ({ at, kind, data }) => (kind === 'image' && data === '' ? `${at}: image cannot be empty` : undefined)),
  ),
  rule('base64-invalid', 'https://github.com/anthropics/anthropic-sdk-typescript/issues/603 (2024-11-11)', (call) =>
    firstOf(sourcesOf(call), ({ at, data }) => (isBase64(data) ? undefined : `${at}: invalid base64 data`)),
  ),
  rule('image-of-another-kind', 'https://github.com/vybestack/llxprt-code/issues/2130 (2026-06-23)', (call) =>
    firstOf(sourcesOf(call), ({ at, kind, mediaType, data }) => {
      const seen = kind === 'image' ? beginnings.find(([start]) => data.startsWith(start))?.[1] : undefined
      if (seen === undefined || seen === mediaType) return undefined
      return `${at}: The image was specified using the ${mediaType} media type, but the image appears to be a ${seen} image`
    }),
  ),
]

function sourcesOf({ turns }: Call): readonly Source[] {
  return turns.flatMap(({ blocks, index }) => sourcesIn(`messages.${index}.content`, blocks))
}

function sourcesIn(at: string, blocks: readonly JsonObject[]): readonly Source[] {
  return blocks.flatMap((block, index) => {
    const kind = textOf(block.type)
    const inner = sourcesIn(`${at}.${index}.${kind}.content`, objectsOf(block.content))
    const { source } = block
    if (!isObject(source) || source.type !== 'base64') return inner
    const here = { at: `${at}.${index}.${kind}.source.base64`, kind, mediaType: textOf(source.media_type), data: textOf(source.data) }
    return [here, ...inner]
  })
}

function isBase64(data: string): boolean {
  const bare = data.replace(/={0,2}$/, '')
  return /^[A-Za-z0-9+/]*$/.test(bare) && bare.length % 4 !== 1
}
