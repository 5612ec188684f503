/** The escape character for wildcards; every LIKE states `escape '!'`, because MySQL treats backslashes differently. */
const escaped = (text: string): string => text.replace(/[!%_]/g, '!$&')

/** A LIKE pattern for texts that contain this one, whatever is in it (control 49). */
export function containsPattern(text: string): string {
  return `%${escaped(text.toLowerCase())}%`
}

/** A LIKE pattern for texts that begin with this one. */
export function prefixPattern(text: string): string {
  return `${escaped(text.toLowerCase())}%`
}

/** A LIKE pattern in which only `*` is a wildcard. */
export function starPattern(text: string): string {
  return text.split('*').map(escaped).join('%')
}

/** Ids are 32-bit numbers in the database; a larger one exists nowhere, and asking for it would be an error there. */
export const isRowId = (id: number): boolean => Number.isSafeInteger(id) && id >= 0 && id <= 2_147_483_647

/** The id, or one that no row has in place of an id that the database would refuse. */
export const toRowId = (id: number): number => (isRowId(id) ? id : -1)
