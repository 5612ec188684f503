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
  backup: {
    usage: 'backup [FILE]',
    about: 'write the database to a file; may run next to a working server',
    run: async (words) => (await import('./backup.ts')).backupCommand(words),
  },
  restore: {
    usage: 'restore FILE',
    about: 'fill an empty database, of whatever kind, with a backup',
    run: async (words) => (await import('./restore.ts')).restoreCommand(words),
  },
  doctor: {
    usage: 'doctor [--channel ID | --token KEY]',
    about: 'look at everything that an installation needs, or at what clients find; exits with 0 if nothing is wrong',
    run: async (words) => (await import('./doctor.ts')).doctorCommand(words),
  },
  audit: {
    usage: 'audit verify',
    about: 'check that no row of the audit log was changed or removed; exits with 0 if none was',
    run: async (words) => (await import('./audit.ts')).auditCommand(words),
  },
  option: {
    usage: 'option get | set',
    about: 'read or change a setting without logging in: "waystation option" explains how',
    run: async (words) => (await import('./option.ts')).optionCommand(words),
  },
  config: {
    usage: 'config export [FILE] | plan FILE | apply FILE',
    about: 'keep settings and channels in a file: "waystation config" explains how',
    run: async (words) => (await import('./config.ts')).configCommand(words),
  },
  import: {
    usage: 'import --from GATEWAY --dsn ADDRESS',
    about: 'move in from another gateway: "waystation import" explains how',
    run: async (words) => (await import('./import.ts')).importCommand(words),
  },
  user: {
    usage: 'user list | add | passwd | promote | unlock | grant',
    about: 'manage users: "waystation user" explains how',
    run: async (words) => (await import('./user.ts')).userCommand(words),
  },
}

// Files that a command writes are readable by their owner only. The server sets this itself, after it has built the console, which others
// may read.
const name = process.argv[2] ?? 'serve'
if (name !== 'serve') process.umask(0o077)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (!command) {
  console.error(`waystation: unknown command ${name}\n`)
  for (const [known, { usage = known, about }] of Object.entries(commands)) console.error(`  waystation ${usage.padEnd(54)} ${about}`)
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
