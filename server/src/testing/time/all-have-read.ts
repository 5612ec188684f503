/** From one socket of a test to the next, through the gateway, what is written takes a turn or two. */
const TURNS = 20

/**
 * Waits until vendor, gateway and client, which share one event loop in a test, have dealt with what had reached their sockets. It is
 * counted in turns of the loop: milliseconds may pass without a single one, where the machine does other things.
 */
export async function allHaveRead(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve))
}
