#!/usr/bin/env node
// The command `waystation`, on whatever Node the shell finds: too old a one hands over to the Node that npm brought along.
const { spawn } = require('node:child_process')
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
      [
        `Waystation needs Node.js ^24.15 or >=26. This is ${process.versions.node}, and the installation does not include its own:`,
        'npm brings one on Linux x64 and arm64 with glibc, unless optional dependencies are left out. Elsewhere, install Node.js 24 first.',
      ].join('\n'),
    )
    process.exit(1)
  }
  handOver(bundled)
}

/** This process stays, since no process replaces itself on an old Node: signals are passed on, and the exit is as the other's. */
function handOver(node) {
  const child = spawn(node, ['--max-semi-space-size=26', main, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`Waystation cannot start ${node}: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    if (signal) {
      process.removeAllListeners(signal)
      process.kill(process.pid, signal)
    } else process.exit(code)
  })
}

function bundledNode() {
  try {
    const path = join(require.resolve(`node-linux-${process.arch}/package.json`), '../bin/node')
    return existsSync(path) ? path : undefined
  } catch {
    return undefined
  }
}
