// The version of Azure's API that a channel, or a client, asks for.

/** Versions of the older API are dates. */
const DATED = /^20\d\d-\d\d-\d\d(?:-preview)?$/

/** Is this a version of the older API, in which addresses name the deployment? */
export const isDatedVersion = (version: string): boolean => DATED.test(version)

/** Is this a version of either API? `preview` is the current one with what is not released yet. */
export const isApiVersion = (version: string): boolean => version === 'v1' || version === 'preview' || isDatedVersion(version)
