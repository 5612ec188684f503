import { auth } from './en/auth.ts'
import { channel } from './en/channel.ts'
import { common } from './en/common.ts'
import { log } from './en/log.ts'
import { setup } from './en/setup.ts'
import { shell } from './en/shell.ts'
import { token } from './en/token.ts'
import type { Words } from './words.ts'
import type { zh } from './zh.ts'

export const en: Words<typeof zh> = { ...common, auth, channel, log, setup, shell, token }
