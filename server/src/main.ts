// `npm start`: compiled code is kept between starts, which must be asked for before anything is loaded; then it serves.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { compileCache } from './places.ts'

// Garbage is collected once the heap has grown by a third, rather than when it is several times as large.
setFlagsFromString('--heap-growing-percent=30')

const cacheFolder = fileURLToPath(compileCache)
enableCompileCache(cacheFolder)
// Each thread reads its own environment.
process.env.NODE_COMPILE_CACHE ??= cacheFolder
await import('./serve.ts')
