export interface Code {
  readonly name: string
  readonly code: string
}

/** Codes as lines to be pasted elsewhere; with their names, a tab in front of the code, so that a spreadsheet makes two columns of them. */
export function codeLines(codes: readonly Code[], hasNames: boolean): string[] {
  return codes.map(({ name, code }) => (hasNames ? `${name.replace(/\s+/g, ' ')}\t${code}` : code))
}
