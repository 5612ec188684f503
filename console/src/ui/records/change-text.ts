/** The change between two numbers in percent with its sign, `+3.3%`, `−59.7%`; undefined where there is nothing to compare. */
export function changeText(before: number | undefined, after: number | undefined): string | undefined {
  const share = shareOf(before, after)
  if (share === undefined) return undefined
  const percent = Math.abs(share * 100)
  const digits = percent < 1000 ? 1 : 0
  return `${share < 0 ? '−' : '+'}${percent.toFixed(digits)}%`
}

/** The change as a share of what was: 0.5 is half as much again. */
export function shareOf(before: number | undefined, after: number | undefined): number | undefined {
  if (before === undefined || after === undefined || before === 0 || before === after) return undefined
  return (after - before) / before
}
