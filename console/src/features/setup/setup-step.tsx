/** The title of a step and its one sentence. */
export function StepHead({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <header className="setup-head">
      <h1>{title}</h1>
      <p>{text}</p>
    </header>
  )
}

// The wizard's facts so far. Steps are in the URL; facts last until the page is left.

/** `done` has no screen: the step after the mode is the channel. */
export const steps = ['account', 'mode', 'done', 'channel', 'token', 'call'] as const
export type Step = (typeof steps)[number]
export type Mode = 'external' | 'self' | 'demo'

export interface SetupFacts {
  readonly username?: string
  readonly password?: string
  readonly mode?: Mode
  /** The account of the super admin is there. */
  readonly isMade?: boolean
  readonly channel?: {
    readonly name: string
    readonly models: readonly string[]
    /** The tested model and the duration in milliseconds; undefined without a passed test. */
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
