#!/usr/bin/env node
// The command `waystation`, on whatever Node the shell finds: too old a one hands over to the Node that npm brought along.
const { spawnSync } = require('node:child_process')
const { existsSync } = require('node:fs')
const { join } = require('node:path')

const [major, minor] = process.versions.node.split('.').map(Number)
const main = join(__dirname, 'waystation.ts')

if ((major === 24 && minor >= 15) || major >= 26) {
  import(main)
} else {
  const bundled = bundledNode()
  if (!bundled) {
    console.error(
      `Waystation needs Node.js ^24.15 or >=26. This is ${process.versions.node}, and the installation does not include its own.`,
    )
    process.exit(1)
  }
  const { status } = spawnSync(bundled, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
  process.exit(status ?? 1)
}

function bundledNode() {
  try {
    const path = join(require.resolve(`node-linux-${process.arch}/package.json`), '../bin/node')
    return existsSync(path) ? path : undefined
  } catch {
    return undefined
  }
}
