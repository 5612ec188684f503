// Doors in the shapes of vendors: one line each.
import { jimengDoor } from '../jimeng/door.ts'
import { klingDoor } from '../kling/door.ts'
import type { ActionDoor, AddressDoor, FilmShape } from './door.ts'

export type FilmDoorName = 'jimeng' | 'kling'

/** What the clients of each read. */
export const filmShapes: Readonly<Record<FilmDoorName, FilmShape>> = { jimeng: jimengDoor, kling: klingDoor }

/** Those whose addresses say what is done. */
export const addressDoors: readonly (AddressDoor & { readonly name: FilmDoorName })[] = [{ name: 'kling', ...klingDoor }]

/** Those whose query says it. */
export const actionDoors: readonly (ActionDoor & { readonly name: FilmDoorName })[] = [{ name: 'jimeng', ...jimengDoor }]
