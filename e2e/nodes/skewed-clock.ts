// Loaded into a node before the program: its clock is five minutes ahead of the others (FLT-48).
const SKEW_MS = 300_000
const RealDate = Date
const ahead = () => RealDate.now() + SKEW_MS

class SkewedDate extends RealDate {
  constructor(...values: [] | ConstructorParameters<typeof Date>) {
    if (values.length === 0) super(ahead())
    else super(...(values as ConstructorParameters<typeof Date>))
  }

  static override now(): number {
    return ahead()
  }
}

globalThis.Date = SkewedDate as DateConstructor
