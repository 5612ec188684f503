// Runs on any Node, however old: says what is missing instead of failing on syntax that an old Node cannot read.
const [major, minor] = process.versions.node.split('.').map(Number)
const isGood = (major === 24 && minor >= 15) || major >= 26
if (!isGood) {
  console.error(
    [
      `Waystation needs Node.js ^24.15 or >=26; this is ${process.versions.node}.`,
      'Run it through npm (`npm start`, `npm test`), which brings its own Node on Linux x64 and arm64 with glibc;',
      'elsewhere, or where optional dependencies were left out, install Node.js 24 first.',
    ].join('\n'),
  )
  process.exit(1)
}
