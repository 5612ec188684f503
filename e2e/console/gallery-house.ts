// The gallery of the kit for the browser tests: built into a folder of its own and served as files.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { preview } from 'vite'
import { root, runNode } from '../../tools/processes.ts'

export interface Gallery {
  readonly url: string
  close(): Promise<void>
}

/** Builds the gallery as `npm run gallery` shows it. Close it at the end. @throws Error where it cannot be built */
export async function openGallery(): Promise<Gallery> {
  const outDir = mkdtempSync(join(tmpdir(), 'waystation-gallery-'))
  const configFile = join(root, 'console/gallery/vite.config.ts')
  // Apart from this process, which may be a test's: React and antd are other programs under NODE_ENV=test.
  const argv = ['node_modules/vite/bin/vite.js', 'build', '--config', configFile, '--outDir', outDir, '--logLevel', 'warn']
  if ((await runNode(argv, { NODE_ENV: 'production' })) !== 0) throw new Error('the gallery cannot be built')
  const server = await preview({ configFile, logLevel: 'warn', build: { outDir }, preview: { host: '127.0.0.1', port: 0 } })
  const address = server.httpServer.address()
  if (address === null || typeof address === 'string') throw new Error('the gallery is not served')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      await server.close()
      rmSync(outDir, { recursive: true, force: true })
    },
  }
}
