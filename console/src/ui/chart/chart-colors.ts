import type { ThemeMode } from '../palette.ts'

/** In this order; the tenth is always "Other". Distances and contrast: design/look.md section 1. */
export const chartColors: Readonly<Record<ThemeMode, readonly string[]>> = {
  light: ['#0E7C66', '#BC8702', '#3540A8', '#359AE6', '#8D1400', '#7D61B9', '#6A1B5D', '#E369A6', '#856200', '#8A857C'],
  dark: ['#3CCBA8', '#FDCE59', '#6F80EE', '#9DD7FF', '#C85035', '#BF9FFF', '#B04FA0', '#FEA5CC', '#93A636', '#8A857C'],
}

export const OTHER_COLOR = 9

/** The colour of the series at this place; "Other" and whatever comes after nine is grey. */
export function chartColor(mode: ThemeMode, index: number): string {
  const colors = chartColors[mode]
  return colors[Math.min(index, OTHER_COLOR)] ?? colors[OTHER_COLOR] ?? ''
}
