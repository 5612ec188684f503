// Types, lint, format, dead code, then the fast tests: what one runs before a commit.
import { command, runNode } from './processes.ts'

const steps: readonly (readonly [name: string, argv: readonly string[]])[] = [
  ...['contract', 'wire', 'server', 'console', 'tools'].map(
    (project) => [`types of ${project}`, [command('typescript'), '-p', project]] as const,
  ),
  ['lint and format', [command('biome'), 'check', '.']],
  ['dead code', [command('knip')]],
  ['tests', [command('vitest'), 'run']],
]

for (const [name, argv] of steps) {
  console.log(`\n— ${name}`)
  const code = await runNode(argv)
  if (code !== 0) {
    console.error(`\n${name}: failed`)
    process.exit(code)
  }
}
