import { expect, test } from 'vitest'
import { findInGuide } from './find-in-guide.ts'
import { anchorOf, guidePath, readGuideText } from './guide-text.ts'

const text = readGuideText(
  '# Backup\n\nTwo things.\n\n## Make a copy\n\nRun it.\n\n```sh\n# no heading\n```\n\n### With a `key`\n\nSee [the key](security.md).\n',
)

test('a page is divided at its headings, and lines of code are none', () => {
  expect(text.title).toBe('Backup')
  expect(text.body).toMatch(/^Two things/)
  expect(text.sections.map(({ level, heading }) => [level, heading])).toEqual([
    [1, ''],
    [2, 'Make a copy'],
    [3, 'With a key'],
  ])
  expect(text.sections[2]?.text.trim()).toBe('See the key.')
})

test('anchors are made as GitHub makes them', () => {
  expect(anchorOf('one-api, new-api and LiteLLM')).toBe('one-api-new-api-and-litellm')
  expect(anchorOf('日志：费用从何而来')).toBe('日志费用从何而来')
})

test.each([
  ['concepts.md', '/docs/concepts'],
  ['concepts.md#prices', '/docs/concepts#prices'],
  ['/admin/settings?card=prices', '/admin/settings?card=prices'],
  ['https://example.com', undefined],
  ['//example.com', undefined],
  ['../../etc/passwd.md', undefined],
])('a link to %s leads to %s', (address, path) => {
  expect(guidePath(address)).toBe(path)
})

test('titles come before headings, and headings before texts', () => {
  const other = readGuideText('# Security\n\nCopy nothing.\n\n## Backup of keys\n\nKeep it.\n')
  const pages = [
    ['security', other],
    ['backup', text],
  ] as const
  expect(findInGuide('backup', pages).map(({ page, heading }) => [page, heading])).toEqual([
    ['backup', ''],
    ['security', 'Backup of keys'],
  ])
  expect(findInGuide('COPY make', pages).map(({ heading }) => heading)).toEqual(['Make a copy'])
  expect(findInGuide('  ', pages)).toEqual([])
})
