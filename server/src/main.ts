// `npm start`: compiled code is kept between starts, which must be asked for before anything is loaded; then it serves.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const cacheFolder = fileURLToPath(new URL('../../node_modules/.cache/waystation', import.meta.url))
enableCompileCache(cacheFolder)
// Threads ask their own environment.
process.env.NODE_COMPILE_CACHE ??= cacheFolder
await import('./serve.ts')
