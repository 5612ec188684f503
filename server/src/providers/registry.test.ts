import { channelTypes, isKnownDialect } from '@waystation/contract/channels/channel-type'
import { vendor } from '@waystation/contract/vendors/vendor'
import { clientDialects, isDialectName } from '@waystation/wire/chat/dialects'
import { embeddingFormat } from '@waystation/wire/embeddings/formats'
import { imageFormat } from '@waystation/wire/images/formats'
import { rerankFormat } from '@waystation/wire/rerank/formats'
import { expect, test } from 'vitest'
import { openAICompatible } from './openai-compatible.ts'
import { providers } from './registry.ts'

test('every type that is ready has a provider, and no other', () => {
  const ready = channelTypes.filter(({ isReady }) => isReady)
  expect(Object.values(providers).map(({ id }) => id)).toEqual(ready.map(({ id }) => id))
  expect(Object.entries(providers).filter(([id, provider]) => Number(id) !== provider.id)).toEqual([])
})

test('the dialects that records name are those of the registry', () => {
  const named = channelTypes.flatMap(({ dialects }) => dialects)
  expect(named.filter((name) => !isDialectName(name))).toEqual([])
  expect(Object.keys(clientDialects).filter((name) => !isKnownDialect(name))).toEqual([])
})

test('the formats that records name are those of the registries', () => {
  for (const { formats } of channelTypes) {
    expect(() => rerankFormat(formats.rerank)).not.toThrow()
    expect(() => embeddingFormat(formats.embeddings)).not.toThrow()
    for (const work of ['images', 'image-edits', 'image-variations'] as const)
      expect(imageFormat(formats[work])?.works ?? [work]).toContain(work)
  }
})

test('a record with an unknown dialect makes no provider', () => {
  expect(() => openAICompatible(vendor({ id: 99, name: 'Klingon', baseUrl: '', dialects: ['klingon'] }))).toThrow(TypeError)
})
