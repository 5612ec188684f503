/** What a browser says of itself, in a few words. Undefined parts are not known. */
export interface AgentName {
  readonly program: string | undefined
  readonly system: string | undefined
  readonly isPhone: boolean
}

// Most browsers name others too: the first that fits is the one.
const programs: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdgA?(iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bMicroMessenger\//, 'WeChat'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?Chrom(e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
]
const systems: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Reads a `User-Agent`. */
export function agentName(agent: string): AgentName {
  const nameIn = (list: typeof programs) => list.find(([mark]) => mark.test(agent))?.[1]
  return { program: nameIn(programs), system: nameIn(systems), isPhone: /\b(Mobile|iPhone|Android)\b/.test(agent) }
}
