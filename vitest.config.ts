import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'contract/src/**/*.test.ts',
      'wire/{src,testing}/**/*.test.ts',
      'server/src/**/*.test.ts',
      'console/src/**/*.test.{ts,tsx}',
      'tools/**/*.test.ts',
    ],
    // The machines this runs on have two cores, and many tests start servers and threads of their own.
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
})
