// What the wizard has learned so far. Steps stand in the URL; facts are kept until the page is left.
export const steps = ['account', 'mode', 'done', 'channel', 'token', 'call'] as const
export type Step = (typeof steps)[number]
export type Mode = 'external' | 'self' | 'demo'

export interface SetupFacts {
  readonly username?: string
  readonly password?: string
  readonly mode?: Mode
  readonly channel?: { readonly name: string; readonly model: string; readonly testMs: number | undefined }
  /** Its key as programs use it, with `sk-`. */
  readonly token?: { readonly key: string; readonly quota: number | undefined }
}

/** What every step is handed. */
export interface StepProps {
  readonly facts: SetupFacts
  readonly learn: (facts: Partial<SetupFacts>) => void
  readonly go: (step: Step) => void
}
