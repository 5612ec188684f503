// The words of the pages that everybody may open, which do not wait for those of the console.
import { auth } from './en/auth.ts'
import { chat } from './en/chat.ts'
import { common } from './en/common.ts'
import { about, home } from './en/home.ts'
import { shell } from './en/shell.ts'

export const enOpen = { ...common, about, auth, chat, home, shell }
