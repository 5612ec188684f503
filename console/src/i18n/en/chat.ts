import type { Words } from '../words.ts'
import type { chat as zh } from '../zh/chat.ts'

export const chat: Words<typeof zh> = {
  title: 'Chat',
  loading: 'Opening {name}',
  broken: 'The chat configuration cannot be read',
  brokenText: 'What this browser kept of it is damaged. Reload to fetch it from the server again.',
  badLink: 'Chat link configuration error, contact the admin',
  badLinkText: 'No chat link has been set up that could be opened here.',
  noToken: 'No enabled token found',
  noTokenText: 'Taking you to your API tokens: create or enable one first.',
  logInText: 'This chat program is opened with one of your tokens.',
  failed: 'The chat could not be opened',
  ownProgram: 'Open {name} on your computer',
  ownProgramText: '{name} is a program on your computer. It is opened with the address of this site and your first enabled token.',
  open: 'Open {name}',
}
