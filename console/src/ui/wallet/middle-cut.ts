/** The beginning and the end of a long number, as of an order: `USR1042NOX3J…9088`. Short ones stay whole. */
export function middleCut(text: string): string {
  return text.length <= 20 ? text : `${text.slice(0, 12)}…${text.slice(-4)}`
}
