// Every site that users log in with, by name.
import type { CodeProviderName } from '@waystation/contract/people/sign-in'
import type { CodeSite, HumanCheckGate, WeChatServer } from '../domain/ports.ts'
import type { Egress } from '../lib/net/egress.ts'
import { type SiteAddresses, siteAddresses } from './addresses.ts'
import { asker } from './ask.ts'
import { gitHub } from './github.ts'
import { linuxDo } from './linuxdo.ts'
import { openIdConnect } from './oidc.ts'
import type { SiteParts } from './site-parts.ts'
import { turnstile } from './turnstile.ts'
import { weChat } from './wechat.ts'

export interface Sites {
  readonly codeSites: Readonly<Record<CodeProviderName, CodeSite>>
  readonly weChat: WeChatServer
  readonly humanCheckGate: HumanCheckGate
}

export interface SitesParts extends Omit<SiteParts, 'ask' | 'addresses'> {
  readonly egress: Pick<Egress, 'send'>
  readonly addresses?: SiteAddresses
  readonly timeoutMs?: number
}

export function openSites({ egress, addresses = siteAddresses, timeoutMs, ...rest }: SitesParts): Sites {
  const parts: SiteParts = { ...rest, addresses, ask: asker(egress, timeoutMs) }
  return {
    codeSites: { github: gitHub(parts), oidc: openIdConnect(parts), linuxdo: linuxDo(parts) },
    weChat: weChat(parts),
    humanCheckGate: turnstile(parts),
  }
}
