import type { Words } from '../words.ts'
import type { guide as zh } from '../zh/guide.ts'

export const guide: Words<typeof zh> = {
  label: 'Documentation',
  pages: 'Pages of the documentation',
  page: 'Page',
  search: 'Search the documentation',
  none: 'Nothing in the documentation matches “{text}”',
  previous: 'Previous',
  next: 'Next',
  link: 'Link to this section',
  headings: 'On this page',
  title: {
    'quick-start': 'Quick start',
    connect: 'Connect your programs',
    concepts: 'Concepts',
    operations: 'Daily operation',
    scaling: 'Scaling',
    backup: 'Backup and restore',
    security: 'Security',
    'moving-in': 'Moving in',
    'reference-options': 'Every setting',
    'reference-errors': 'Every error',
    'reference-endpoints': 'Every endpoint',
  },
}
