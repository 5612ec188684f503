// The command line: one file per command.
const commands: Readonly<Record<string, { usage?: string; about: string; run: (words: readonly string[]) => Promise<number> }>> = {
  serve: {
    about: 'run the gateway and its console',
    async run() {
      await import('../main.ts')
      return 0
    },
  },
  migrate: { about: 'upgrade the database to the current version', run: async () => (await import('./migrate.ts')).migrateCommand() },
  reconcile: {
    about: 'check that all balances match the ledger; exits with 0 if they do',
    run: async () => (await import('./reconcile.ts')).reconcileCommand(),
  },
  user: {
    usage: 'user unlock NAME | grant NAME DOLLARS',
    about: 'let a user log in again after too many wrong passwords, or add to their balance',
    run: async (words) => (await import('./user.ts')).userCommand(words),
  },
}

// What a command writes is its owner's alone. The server says so itself, after it has built the console, which others may read.
const name = process.argv[2] ?? 'serve'
if (name !== 'serve') process.umask(0o077)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (!command) {
  console.error(`waystation: unknown command ${name}\n`)
  for (const [known, { usage = known, about }] of Object.entries(commands)) console.error(`  waystation ${usage.padEnd(40)} ${about}`)
  process.exitCode = 2
} else {
  try {
    const code = await command.run(process.argv.slice(3))
    if (code !== 0) process.exitCode = code
  } catch (error) {
    console.error(`waystation ${name}: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}
