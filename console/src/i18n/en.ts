import { about } from './en/about.ts'
import { auth } from './en/auth.ts'
import { balance } from './en/balance.ts'
import { channel } from './en/channel.ts'
import { chat } from './en/chat.ts'
import { common } from './en/common.ts'
import { dashboard } from './en/dashboard.ts'
import { home } from './en/home.ts'
import { kit } from './en/kit.ts'
import { log } from './en/log.ts'
import { palette } from './en/palette.ts'
import { playground } from './en/playground.ts'
import { setup } from './en/setup.ts'
import { shell } from './en/shell.ts'
import { token } from './en/token.ts'
import type { Words } from './words.ts'
import type { zh } from './zh.ts'

export const en: Words<typeof zh> = {
  ...common,
  about,
  auth,
  balance,
  channel,
  chat,
  dashboard,
  home,
  kit,
  log,
  palette,
  playground,
  setup,
  shell,
  token,
}
