// `npm run gallery`: the parts of the kit on pages of their own. The console's build knows nothing of it.
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  resolve: { alias: { '~': fileURLToPath(new URL('../src', import.meta.url)) } },
  build: { outDir: 'dist', target: 'es2022', chunkSizeWarningLimit: 2000, emptyOutDir: true },
  server: { port: 5174 },
})
