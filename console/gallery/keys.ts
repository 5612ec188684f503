// The groups of the gallery by their name in the address. Apart from what draws them, so that the browser tests can read it.
export const galleryKeys = [
  'buttons',
  'figures',
  'feedback',
  'navigation',
  'fields',
  'field-states',
  'maps',
  'lists',
  'charts',
  'dashboards',
  'text',
  'settings',
  'prices',
  'sign-in',
  'wallet',
  'users',
  'messages',
  'tasks',
] as const

export type GalleryKey = (typeof galleryKeys)[number]
