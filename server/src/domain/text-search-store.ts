import { sql } from 'kysely'
import { containsPattern } from './like-pattern.ts'

/** Does a column's text contain this one, in letters of either case? @param column as it is named in the query */
export const contains = (column: string, text: string) => sql<boolean>`lower(${sql.ref(column)}) like ${containsPattern(text)} escape '!'`
