import { describe, expect, test } from 'vitest'
import { assistant, limited, results } from '../../testing/limited.ts'
import type { MediaPart, Part } from '../chat/request/request.ts'
import { limitMedia, textOfFile } from './media.ts'
import type { MediaRule } from './vendors/chat-rules.ts'

const base64 = (text: string) => ({ kind: 'base64', data: Buffer.from(text).toString('base64') }) as const
const picture: MediaPart = { kind: 'image', source: base64('png'), mediaType: 'image/png' }
const pictureAt: MediaPart = { kind: 'image', source: { kind: 'url', url: 'https://example.org/a.png' } }
const pdf: MediaPart = { kind: 'file', source: base64('%PDF'), mediaType: 'application/pdf' }
const notes: MediaPart = { kind: 'file', source: base64('Buy milk.'), mediaType: 'text/plain', fileName: 'notes.txt' }
const table: MediaPart = { kind: 'file', source: base64('PK'), mediaType: 'application/vnd.ms-excel' }
const sound: MediaPart = { kind: 'audio', source: base64('wav'), mediaType: 'audio/wav' }
const words: Part = { kind: 'text', text: 'notes.txt:\nBuy milk.' }

describe('what the user shows', () => {
  test.each<[string, MediaPart, MediaRule, boolean]>([
    ['a picture', picture, { taken: ['image'] }, true],
    ['a picture', picture, { taken: [] }, false],
    ['a picture by address', pictureAt, { taken: ['image'] }, true],
    ['a picture by address where data only are taken', pictureAt, { taken: ['image'], refusesAddresses: true }, false],
    ['a picture of a type that is taken', picture, { taken: ['image'], imageTypes: ['image/png'] }, true],
    ['a picture of another type', { ...picture, mediaType: 'image/gif' }, { taken: ['image'], imageTypes: ['image/png'] }, false],
    ['a document', pdf, { taken: ['file'], filesArePdf: true }, true],
    ['a table where documents only are taken', table, { taken: ['file'], filesArePdf: true }, false],
    ['a table', table, { taken: ['file'] }, true],
    ['a sound', sound, { taken: ['image'] }, false],
  ])('%s goes as it is, or the call needs it: %#', (_, part, rule, isTaken) => {
    const { request, losses } = limited(limitMedia, { turns: [{ role: 'user', parts: [{ kind: 'text', text: 'see' }, part] }] }, rule)
    expect(request.turns[0]?.parts[1]).toEqual(part)
    expect(losses).toEqual(isTaken ? [] : ['turns[0].parts[1] needed'])
  })

  test('a file of text becomes its text where no files or only documents are taken', () => {
    for (const rule of [{ taken: [] }, { taken: ['file'], filesArePdf: true }] as const) {
      const { request, losses } = limited(limitMedia, { turns: [{ role: 'user', parts: [notes] }] }, rule)
      expect(request.turns[0]?.parts).toEqual([words])
      expect(losses).toEqual([])
    }
    expect(limited(limitMedia, { turns: [{ role: 'user', parts: [notes] }] }, { taken: ['file'] }).request.turns[0]?.parts).toEqual([notes])
  })
})

test('media in results of tools are looked at too, and named by their places', () => {
  const turns = [results({ kind: 'tool-result', toolCallId: 'a', parts: [notes, picture] })]
  const { request, losses } = limited(limitMedia, { turns }, { taken: [] })
  expect(request.turns[0]?.parts[0]).toMatchObject({ parts: [words, picture] })
  expect(losses).toEqual(['turns[0].parts[0].parts[1] needed'])
})

test('what the assistant spoke is no question: it is left out and named', () => {
  const { request, losses } = limited(limitMedia, { turns: [assistant(sound)] }, { taken: [] })
  expect(request.turns[0]?.parts).toEqual([])
  expect(losses).toEqual(['turns[0].parts[0] not-expressible'])
})

test('only a file whose data are text has a text', () => {
  expect(textOfFile(notes)).toBe('notes.txt:\nBuy milk.')
  expect(textOfFile({ kind: 'file', source: notes.source, mediaType: 'text/csv' })).toBe('Buy milk.')
  expect(textOfFile(pdf)).toBeUndefined()
  expect(textOfFile({ ...notes, source: { kind: 'file-id', id: 'file-1' } })).toBeUndefined()
})
