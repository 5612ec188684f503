/** How many minutes this browser's clock is ahead of UTC; for the server, which sums days up. */
export const zone = (): string => String(-new Date().getTimezoneOffset())
