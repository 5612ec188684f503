import type { Words } from '../words.ts'
import type { palette as zh } from '../zh/palette.ts'

export const palette: Words<typeof zh> = {
  title: 'Command palette',
  placeholder: 'Search pages, tokens, channels, users, commands',
  nothing: 'No results',
  searching: 'Searching…',
  failed: 'Search failed: {reason}',
  results: 'Results',
  pages: 'Pages',
  commands: 'Commands',
  page: 'Page',
  command: 'Command',
  token: 'Token',
  channel: 'Channel #{id}',
  user: 'User #{id}',
  logs: 'Usage logs',
  logsOfToken: 'Logs of token {name}',
  logsOfChannel: 'Logs of channel {id}',
  logsOfUser: 'Logs of user {name}',
  newToken: 'New token',
  newChannel: 'New channel',
  newUser: 'Add user',
  theme: 'Switch theme',
  language: 'Switch language (中文)',
}
