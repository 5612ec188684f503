import type { Words } from '../words.ts'
import type { shell as zh } from '../zh/shell.ts'

export const shell: Words<typeof zh> = {
  skip: 'Skip to content',
  menu: 'Main menu',
  openMenu: 'Open menu',
  collapse: 'Collapse',
  expand: 'Expand menu',
  console: 'Console',
  admin: 'Admin',
  tokens: 'API tokens',
  logs: 'Usage logs',
  channels: 'Channels',
  docs: 'Docs',
  theme: 'Switch theme',
  toLight: 'Switch to light',
  toDark: 'Switch to dark',
  language: 'Switch to Chinese (中文)',
  userMenu: 'User menu',
  logOut: 'Log out',
  loggedOut: 'Logged out',
  selfUse: 'Self-use',
  demo: 'Demo site',
  poweredBy: 'Powered by {name}',
  offline: 'You are offline. What you see may be out of date.',
  home: 'Home',
}
