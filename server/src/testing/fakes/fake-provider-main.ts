// The fake provider as a program, for trying things by hand and for load tests: `node server/src/testing/fakes/fake-provider-main.ts 4100`.
import { openFakeProvider } from './fake-provider.ts'

const provider = await openFakeProvider({ port: Number(process.argv[2] ?? 4100), keepRequests: 0 })
process.stdout.write(`fake provider on ${provider.url}\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void provider.close().then(() => process.exit(0)))
