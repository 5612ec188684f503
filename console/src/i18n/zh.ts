// Chinese, the fallback and the pattern: en.ts must have exactly these keys. One file per feature.
import { about } from './zh/about.ts'
import { auth } from './zh/auth.ts'
import { balance } from './zh/balance.ts'
import { channel } from './zh/channel.ts'
import { chat } from './zh/chat.ts'
import { common } from './zh/common.ts'
import { dashboard } from './zh/dashboard.ts'
import { home } from './zh/home.ts'
import { kit } from './zh/kit.ts'
import { log } from './zh/log.ts'
import { palette } from './zh/palette.ts'
import { playground } from './zh/playground.ts'
import { setup } from './zh/setup.ts'
import { shell } from './zh/shell.ts'
import { token } from './zh/token.ts'

export const zh = { ...common, about, auth, balance, channel, chat, dashboard, home, kit, log, palette, playground, setup, shell, token }
