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
