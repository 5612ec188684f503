// The words of the pages that everybody may open, which do not wait for those of the console.
import { auth } from './zh/auth.ts'
import { chat } from './zh/chat.ts'
import { common } from './zh/common.ts'
import { about, home } from './zh/home.ts'
import { shell } from './zh/shell.ts'

export const zhOpen = { ...common, about, auth, chat, home, shell }
