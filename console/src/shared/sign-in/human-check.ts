// Checking that a person sits before the screen, by a widget of a vendor's script. The vendor's part is behind this interface, so that the
// frame around it does not care whose it is.
export interface HumanCheckEvents {
  /** Passed: the proof that the server verifies with the vendor. */
  readonly onToken: (token: string) => void
  /** The token is too old: it counts no longer. */
  readonly onExpired: () => void
  /** The vendor gave up; `code` is its own. */
  readonly onFailed: (code?: string) => void
  /** The widget must be seen, for it needs a click. */
  readonly onNeedsClick: () => void
}

export interface HumanCheckLook {
  readonly siteKey: string
  readonly theme: 'light' | 'dark'
  readonly language: 'zh' | 'en'
}

export interface HumanCheckVendor {
  /** As the vendor calls it. */
  readonly name: string
  /** Loads its script once for the page. A rejection can be tried again. */
  readonly load: () => Promise<HumanCheckScript>
}

export interface HumanCheckScript {
  /** Draws the widget into an element. @returns what takes it away */
  readonly render: (element: HTMLElement, look: HumanCheckLook, events: HumanCheckEvents) => () => void
}
