// Cloudflare Turnstile's siteverify. Source: developers.cloudflare.com/turnstile, "Validate the token".
import { turnstileSecretKey } from '@waystation/contract/options/login'
import type { HumanCheckGate } from '../domain/ports.ts'
import { isRecord } from '../lib/fields.ts'
import { SiteMisconfigured, SiteUnreachable } from './ask.ts'
import type { SiteParts } from './site-parts.ts'

const OUR_MISTAKES = ['missing-input-secret', 'invalid-input-secret', 'bad-request']

export function turnstile({ options, addresses, ask }: SiteParts): HumanCheckGate {
  return {
    async isHuman(token, ip) {
      const response = await ask({
        method: 'POST',
        url: new URL(addresses.turnstileVerify),
        headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ secret: options.get(turnstileSecretKey), response: token, remoteip: ip }).toString(),
      })
      // A refusal may come with a status of its own; the words in the body decide.
      const answer = parsed(response.text)
      if (!isRecord(answer) || typeof answer.success !== 'boolean') throw new SiteUnreachable(`status ${response.status}`)
      const codes = Array.isArray(answer['error-codes']) ? answer['error-codes'].map(String) : []
      const mistake = OUR_MISTAKES.find((code) => codes.includes(code))
      if (mistake) throw new SiteMisconfigured(mistake)
      if (codes.includes('internal-error')) throw new SiteUnreachable('internal-error')
      return response.status === 200 && answer.success
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
