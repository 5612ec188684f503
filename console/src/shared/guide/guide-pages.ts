/** The pages of the guide, in the order in which they are read: files in docs/guide/en and docs/guide/zh. */
export const guidePages = [
  'quick-start',
  'connect',
  'concepts',
  'operations',
  'scaling',
  'backup',
  'security',
  'moving-in',
  'reference-options',
  'reference-errors',
  'reference-endpoints',
] as const

export type GuidePageName = (typeof guidePages)[number]

export const isGuidePage = (name: string): name is GuidePageName => guidePages.some((page) => page === name)
