import { openPasswords } from '../domain/user/password.ts'

/**
 * The hashes of most tests: one of the product's takes 30 ms of a core, and each world makes three. What a login costs is tested with the
 * product's own.
 */
export const lightPasswords = await openPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 })
