// The gateways that can be moved in from, by the names that the command takes.
import { litellm } from './litellm/litellm.ts'
import { newApi } from './new-api.ts'
import { oneApi } from './one-api.ts'
import { oneHub } from './one-hub.ts'
import type { OpenSource } from './source.ts'
import { veloera } from './veloera.ts'

export const sources: Readonly<Record<string, OpenSource>> = { 'one-api': oneApi, 'new-api': newApi, veloera, 'one-hub': oneHub, litellm }
