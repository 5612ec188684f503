// What the wizard has learned so far. Steps stand in the URL; facts are kept until the page is left.
/** `done` has no screen: who has chosen the mode goes on to the channel. */
export const steps = ['account', 'mode', 'done', 'channel', 'token', 'call'] as const
export type Step = (typeof steps)[number]
export type Mode = 'external' | 'self' | 'demo'

export interface SetupFacts {
  readonly username?: string
  readonly password?: string
  readonly mode?: Mode
  readonly channel?: {
    readonly name: string
    readonly models: readonly string[]
    /** The model that answered the test, and the milliseconds that it took; undefined without a test that was passed. */
    readonly testedModel: string | undefined
    readonly testMs: number | undefined
  }
  readonly token?: MadeToken
}

export interface MadeToken {
  readonly id: number
  readonly name: string
  /** As programs use it, with `sk-`. */
  readonly key: string
  /** Quota units; undefined: no limit. */
  readonly quota: number | undefined
}

/** What every step is handed. */
export interface StepProps {
  readonly facts: SetupFacts
  readonly learn: (facts: Partial<SetupFacts>) => void
  readonly go: (step: Step) => void
}
