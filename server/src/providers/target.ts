// Where a vendor's calls go.

/** A channel as far as a vendor's address and sign-in need it. */
export interface ChannelTarget {
  readonly baseUrl: string
  readonly key: string
  readonly organization: string
  readonly other: string
  readonly setting: Readonly<Record<string, unknown>>
}

export interface UpstreamAddress {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
}

/** The address of the proxy that everything of a channel goes through; undefined: none. */
export function proxyOf({ setting }: Pick<ChannelTarget, 'setting'>): string | undefined {
  return typeof setting.proxy === 'string' ? setting.proxy : undefined
}
