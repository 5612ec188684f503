// A terminal with a shell, as a person has it: its folder and variables last from one command to the next, and Ctrl-C ends what runs in it.
import { spawn } from 'node:child_process'
import { expect } from 'vitest'

export type Terminal = ReturnType<typeof openTerminal>

/** What the shell says behind each command. */
const END = '--- the command ended with'

/** Opens a terminal in this folder. */
export function openTerminal(folder: string, env: Readonly<Record<string, string>>) {
  const shell = spawn('sh', [], { cwd: folder, env, stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  let text = ''
  let ended: PromiseWithResolvers<number> | undefined
  const read = (bytes: Buffer) => {
    text += String(bytes)
    const code = new RegExp(`^${END} (\\d+)$`, 'm').exec(text)?.[1]
    if (code !== undefined) ended?.resolve(Number(code))
  }
  shell.stdout.on('data', read)
  shell.stderr.on('data', read)
  const closed = new Promise<void>((resolve) => {
    shell.once('close', () => {
      ended?.reject(new Error(`the terminal was closed:\n${text}`))
      resolve()
    })
  })
  // Ctrl-C is for the command, and not for the shell.
  shell.stdin.write('trap : INT\n')

  function type(command: string): Promise<number> {
    text = ''
    ended = Promise.withResolvers()
    shell.stdin.write(`{ ${command}\n} </dev/null 2>&1\nprintf '\\n${END} %s\\n' $?\n`)
    return ended.promise
  }
  return {
    /** Runs a command to its end, and answers with what it printed. Throws Error with that where it ends with anything but 0. */
    async run(command: string): Promise<string> {
      const code = await type(command)
      if (code !== 0) throw new Error(`$ ${command}\n${text}`)
      return text
    },
    /** Starts what stays, and answers when it is there. Throws Error with what it printed where it ends instead. */
    async start(command: string, isThere: () => Promise<boolean>): Promise<void> {
      let isOver = false
      void type(command).then(
        () => (isOver = true),
        () => (isOver = true),
      )
      await expect.poll(async () => isOver || (await isThere())).toBe(true)
      if (isOver) throw new Error(`$ ${command}\n${text}`)
    },
    /** Ctrl-C: reaches the command with all that it started. Answers with the command's exit code, when it has ended. */
    async interrupt(): Promise<number> {
      process.kill(-(shell.pid ?? 0), 'SIGINT')
      return (await ended?.promise) ?? 0
    },
    async close(): Promise<void> {
      if (shell.exitCode === null && shell.signalCode === null) process.kill(-(shell.pid ?? 0), 'SIGKILL')
      await closed
    },
  }
}
