import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { earlyChunks } from './early-chunks.ts'

/** Where `vite` in development sends API calls; the built console is served by the server itself. */
const server = process.env.WAYSTATION_URL ?? 'http://127.0.0.1:3000'

/** What every page begins with is one file, what every page of the kit needs of antd another; the rest is grouped by which pages share it. */
const codeSplitting = {
  groups: [
    { name: 'start', tags: ['$initial' as const], priority: 2 },
    {
      name: 'kit',
      test: /node_modules\/(antd\/es\/(config-provider|theme|_util|style|button|space|locale)|@ant-design|@rc-component\/(util|motion|resize-observer))\//,
      minShareCount: 2,
      priority: 1,
    },
    // Fifty files of three hundred bytes cost more to ask for than to read.
    { name: 'icons', test: /node_modules\/lucide-react\//, priority: 1 },
  ],
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
