import type { Words } from '../words.ts'
import type { about as zh } from '../zh/about.ts'

export const about: Words<typeof zh> = {
  title: 'About',
  heading: 'About {name}',
  text: 'This site runs Waystation, a self-hosted gateway and management console for AI model APIs. It offers many model providers at one address, with one key, and itemizes the cost of every call.',
  version: 'Waystation {version}',
}
