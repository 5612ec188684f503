// Pictures to change, as OpenAI counts them: 65 tokens, 129 for each tile of 512 pixels at a shorter side of 512, and 4,160 (square) or 6,240
// more in full detail. Source: OpenAI, "Image generation", 2026.
import { expect, test } from 'vitest'
import { type Medium, mediaTokens } from './media-tokens.ts'

const picture = (width: number, height: number, more: Partial<Medium> = {}): Medium => ({
  kind: 'image',
  read: { bytes: 1, width, height },
  ...more,
})
const tokens = (name: string, medium: Medium) => mediaTokens([medium], { name, contextTokens: undefined })

test.each([
  ['gpt-image-1', picture(1024, 1024), 65 + 129],
  ['gpt-image-1', picture(1024, 1536), 65 + 129 * 2],
  ['gpt-image-1', picture(512, 4096), 65 + 129 * 4],
  ['gpt-image-1-mini', { kind: 'image' }, 65 + 129 * 4],
  ['gpt-image-1', picture(1024, 1024, { isFine: true }), 65 + 129 + 4160],
  ['gpt-image-1.5', picture(1536, 1024, { isFine: true }), 65 + 129 * 2 + 6240],
  ['gpt-image-2', picture(1024, 1024), 65 + 129 + 4160],
  ['gpt-image-2', { kind: 'image' }, 65 + 129 * 4 + 6240],
  ['gpt-4o', picture(1024, 1024), 85 + 170 * 4],
] as const)('%s reads %j as %i', (name, medium, input) => expect(tokens(name, medium)).toEqual({ input, audio: 0 }))
