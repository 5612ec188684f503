// Every row of the pages of tests (docs/…-tests.md but for those of security) names tests that exist.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './processes.ts'

interface Page {
  readonly page: string
  /** What the names of its rows begin with, each with at least one row. */
  readonly areas: readonly string[]
  readonly least: number
}

const pages: readonly Page[] = [
  {
    page: 'docs/money-tests.md',
    areas: ['Options', 'Codes', 'Payments', 'Rewards', 'Prices', 'Warnings', 'Budgets', 'Books', 'Screens', 'Bad input'],
    least: 50,
  },
  {
    page: 'docs/vendor-tests.md',
    areas: [
      ...[
        'Refusals',
        'Zhipu',
        'Words',
        'Roles',
        'Accounts',
        'OpenRouter',
        'Endpoints',
        'Types',
        'Lists',
        'Field `other`',
        'Keys',
        'Azure',
        'DashScope',
      ],
      ...[
        'Perplexity',
        'MiniMax',
        'Replicate',
        'Black Forest Labs',
        'Dify',
        'Coze',
        'Vertex',
        'Jina',
        'Bedrock',
        'Cohere and Ollama',
        'Databricks',
        'ElevenLabs',
        'Contracts',
      ],
    ],
    least: 58,
  },
  {
    page: 'docs/media-tests.md',
    areas: ['Pictures', 'Moderations', 'Sound', 'Completions', 'FIM and OCR', 'Files', 'Kept content', 'Not served'],
    least: 20,
  },
  {
    page: 'docs/socket-tests.md',
    areas: ['Realtime', 'Keys', 'Events', 'Bounds', 'Money', 'Ends', 'Vendors', 'Responses', 'Live API', 'Sessions', 'Playground'],
    least: 27,
  },
  {
    page: 'docs/fault-tests.md',
    areas: [...Array.from({ length: 26 }, (_, at) => at + 1), 40, 41, 42].map((number) => `FLT-${number}`),
    least: 29,
  },
  {
    page: 'docs/node-tests.md',
    areas: [
      ...[27, 28, 30, 31, 32, 34, 36, 38, 39, 48].map((number) => `FLT-${number}`),
      ...['MON-6', 'Limits', 'Rights', 'Channels', 'Background'],
    ],
    least: 15,
  },
  {
    page: 'docs/task-tests.md',
    areas: [
      'Drawing',
      'Music',
      'Films',
      'Pictures',
      'Batches',
      'Polls',
      'Others',
      'Money',
      'Webhooks',
      'Files',
      'Task log',
      'Keys',
      'Clean-up',
    ],
    least: 45,
  },
  {
    page: 'docs/spec-tests.md',
    areas: [
      ...['Accounts', 'Chats', 'Errors', 'Gifts', 'Limits', 'Models', 'Prices', 'Screens', 'Settings', 'Signing in', 'Sizes', 'Top-up'],
      ...['Worker', 'Labels', 'Invitations', 'Year'],
    ],
    least: 30,
  },
  {
    page: 'docs/management-tests.md',
    areas: ['Virtual models', 'Words', 'Contents', 'Upstream', 'Notices', 'Channels', 'Coming back', 'Options'],
    least: 20,
  },
]

/** The rows of a page: its name, and its tests as `path`: “title”. */
function rowsOf(page: string) {
  return readFileSync(join(root, page), 'utf8')
    .split('\n')
    .filter((line) => /^\| [A-Z][\w `-]+: /.test(line))
    .map((line) => {
      const [, name = '', tests = ''] = line.split(' | ').join('|').split('|')
      return { name: name.trim(), tests: tests.trim().split('<br>') }
    })
}

/** Is this the title of a test in the file? */
function hasTitle(path: string, title: string): boolean {
  const source = readFileSync(join(root, path), 'utf8')
  return ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`))
}

describe.each(pages)('$page', ({ page, areas, least }) => {
  const rows = rowsOf(page)

  test('names tests that exist, for everything that must hold', () => {
    const faults = rows.flatMap(({ name, tests }) =>
      tests.flatMap((one) => {
        const [, path = '', title = ''] = /^`([^`]+)`: “(.+)”$/.exec(one) ?? []
        return path !== '' && existsSync(join(root, path)) && hasTitle(path, title) ? [] : [`${name}: ${one}`]
      }),
    )
    expect(faults).toEqual([])
  })

  test('lacks no area', () => {
    expect(rows.length).toBeGreaterThanOrEqual(least)
    expect(new Set(rows.map(({ name }) => name.split(':')[0]))).toEqual(new Set(areas))
  })
})
