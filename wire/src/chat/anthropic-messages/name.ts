import { NATIVE_DIALECT } from '../../claude/native.ts'
import type { Extras } from '../extras.ts'

/** This dialect's name, on everything that it carries. */
export const NAME = NATIVE_DIALECT

/** Marks what this dialect's reader made, where there is nothing else to carry. Shared: nobody changes extras. */
export const OWN: Extras = Object.freeze({ dialect: NAME })
