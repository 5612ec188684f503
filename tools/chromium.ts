import { existsSync } from 'node:fs'

/** Where a Chromium is that the browser tests can drive; undefined where there is none. */
export function findChromium(): string | undefined {
  const candidates = [
    process.env.CHROMIUM,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/snap/bin/chromium',
  ]
  return candidates.find((path) => path !== undefined && existsSync(path))
}
