import { type Step, step } from '../fakes/fake-provider-script.ts'

/** The moment at which a client leaves. */
export interface LeavingPoint {
  /** The client leaves when this is settled. */
  readonly reached: Promise<unknown>
  /** The client says that it has left. */
  left(): void
}

/** A point of a vendor's script: the client leaves when the vendor has come to it, and the vendor goes on when the client has left. */
export function leavingPoint(): LeavingPoint & { readonly here: Step } {
  const reached = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  return {
    reached: reached.promise,
    left: left.resolve,
    here: step.until(() => {
      reached.resolve()
      return left.promise
    }),
  }
}
