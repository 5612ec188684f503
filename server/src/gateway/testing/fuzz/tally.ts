// What was counted while drawn requests went to every target.

/** How often something happened, with the first example of it. */
export class Counts {
  readonly #counts = new Map<string, { count: number; example: string }>()

  add(name: string, example: () => string): void {
    const entry = this.#counts.get(name)
    if (entry) entry.count += 1
    else this.#counts.set(name, { count: 1, example: example() })
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, { count }) => sum + count, 0)
  }

  /** The most frequent first. */
  lines(): string[] {
    return [...this.#counts].sort((a, b) => b[1].count - a[1].count).map(([name, { count, example }]) => `${count} × ${name}: ${example}`)
  }

  names(): string[] {
    return [...this.#counts.keys()]
  }
}

/** What a run found. */
export class Tally {
  /** Requests that went out, by target. */
  readonly sent = new Counts()
  /** The client's own vendor refuses the draw as well. */
  notValid = 0
  valid = 0
  /** A translated request that the strict vendor refuses: a fault. */
  readonly vendorRefusals = new Counts()
  /** Something that is missing in the vendor's body and is not named: a fault. */
  readonly unnamed = new Counts()
  /** A request in one dialect on both sides that was edited: a fault. */
  readonly edited = new Counts()
  /** A valid draw that our own reader does not take: a fault. */
  readonly misread = new Counts()
  /** A reply that the client's SDK does not take: a fault. */
  readonly invalidReplies = new Counts()
  replies = 0
  /** Valid draws that we refuse at a target, by the rule. */
  readonly refused = new Counts()
  /** Refusals of ours that the vendor would not tell: a fault. */
  readonly unconfirmed = new Counts()
  /** Valid draws that no foreign target serves. */
  servedNowhere = 0
  /** The vendor's refusal of what was passed through, which the client gets. */
  passedOn = 0
  /** Rules that changed a request or named something in it. */
  readonly usedRules = new Set<string>()

  get faults(): readonly string[] {
    const { vendorRefusals, unnamed, edited, misread, invalidReplies, unconfirmed } = this
    return Object.entries({ vendorRefusals, unnamed, edited, misread, invalidReplies, unconfirmed }).flatMap(([kind, counts]) =>
      counts.lines().map((line) => `${kind}: ${line}`),
    )
  }

  /** The figures of a run, a line each. */
  lines(): string[] {
    const { valid, notValid, sent, refused, replies, passedOn, servedNowhere, usedRules } = this
    const share = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(2)} %`
    return [
      `${valid} valid draws (${notValid} that the client’s own vendor refuses too were left out)`,
      `${sent.total} translated requests at ${sent.names().length} targets, ${replies} replies judged, ${passedOn} refusals of vendors passed on`,
      `${refused.total} refused by us (${share(refused.total, sent.total + refused.total)}); ${servedNowhere} draws that no target serves (${share(servedNowhere, valid)})`,
      ...refused.lines().map((line) => `  ${line.slice(0, 240)}`),
      `${usedRules.size} rules used`,
    ]
  }
}
