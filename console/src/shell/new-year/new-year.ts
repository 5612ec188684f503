/** Is it New Year's Day on the visitor's own clock? */
export function isNewYearsDay(now: Date): boolean {
  return now.getMonth() === 0 && now.getDate() === 1
}
