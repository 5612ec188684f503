import type { Words } from '../words.ts'
import type { about as zh } from '../zh/about.ts'

export const about: Words<typeof zh> = {
  title: 'About',
  heading: 'About {name}',
  text: 'This site runs Waystation, a self-hosted gateway and management console for AI model APIs. It gives access to many model providers with one address and one key, and shows in detail what every call costs.',
  version: 'Waystation {version}',
}
