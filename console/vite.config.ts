import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkLayers } from './chunk-layers.ts'
import { earlyChunks } from './early-chunks.ts'

/** Where `vite` in development sends API calls; the built console is served by the server itself. */
const server = process.env.WAYSTATION_URL ?? 'http://127.0.0.1:3000'

/** What every page begins with is one file; then come the layers. */
const codeSplitting = {
  groups: [{ name: 'start', tags: ['$initial' as const], priority: 20 }, ...chunkLayers()],
}

// The server puts the page together for each visitor: it replaces `__NONCE__` with that answer's nonce and `__BASE_PATH__` with '' or
// '/sub' (decision D9). Scripts ask for each other relative to themselves, so only the page needs to know where it is hosted.
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [react(), earlyChunks()],
  resolve: { alias: { '~': fileURLToPath(new URL('./src', import.meta.url)) } },
  html: { cspNonce: '__NONCE__' },
  experimental: {
    renderBuiltUrl: (filename, { hostType }) => (hostType === 'html' ? `__BASE_PATH__/${filename}` : { relative: true }),
  },
  build: {
    outDir: 'dist',
    target: 'es2022',
    chunkSizeWarningLimit: 900,
    reportCompressedSize: true,
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting } },
  },
  server: { port: 5173, proxy: { '/api': server, '/v1': server, '/pg/': server } },
})
