// Answers for the few kit parts that call the server. No request leaves the page.
import { PublicStatus } from '@waystation/contract/site/public-status'
import type { z } from 'zod'

const answers: Readonly<Record<string, unknown>> = {
  '/api/status': blankStatus(),
  '/api/group/': ['default', 'team', 'vip'],
  '/api/user/self/groups': {
    default: { desc: 'default', ratio: 1 },
    team: { desc: 'Team lane', ratio: 1.2 },
  },
}

/** From now on calls of `/api` are answered here. */
export function answerCalls(): void {
  // The kept status tells QuotaText and its like how this installation counts.
  localStorage.setItem('status', JSON.stringify(answers['/api/status']))
  const real = fetch
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.href)
    if (!pathname.startsWith('/api/')) return real(input, init)
    const data = answers[pathname]
    return Response.json(
      data === undefined ? { success: false, message: pathname, code: 'not_found' } : { success: true, message: '', data },
    )
  }
}

/** A status of the right shape: every switch off, every text empty, then what the gallery shows. */
function blankStatus(): PublicStatus {
  const blanks: Readonly<Record<string, unknown>> = { boolean: false, string: '', array: [], record: {} }
  const blank = ({ def }: z.ZodType): unknown => blanks[def.type] ?? 0
  const fields = Object.fromEntries(Object.entries(PublicStatus.shape).map(([name, type]) => [name, blank(type)]))
  return PublicStatus.parse({ ...fields, setup: true, system_name: 'Waystation', quota_per_unit: 500_000, display_in_currency: true })
}
