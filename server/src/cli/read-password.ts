// A password for a command. It is never an argument: other users of the machine see those, and the shell remembers them.
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { AppError } from '@waystation/contract/errors'
import { passwordFault } from '@waystation/contract/people/password'
import { randomText } from '../lib/secret.ts'

const GENERATED_LENGTH = 20

/**
 * The new password: typed twice at a terminal without being shown, else the first line of the standard input.
 * @throws AppError for one that is too short or too long, or typed in two ways
 */
export async function readNewPassword(): Promise<string> {
  const password = process.stdin.isTTY ? await typedTwice() : await firstLine()
  const fault = passwordFault(password)
  if (fault) throw new AppError(fault)
  return password
}

/** A password that nobody has to think of; it is printed once. */
export const generatePassword = (): string => randomText(GENERATED_LENGTH)

async function typedTwice(): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  const ask = async (question: string): Promise<string> => {
    process.stderr.write(question)
    const answer = await terminal.question('')
    process.stderr.write('\n')
    return answer
  }
  try {
    const password = await ask('New password: ')
    if ((await ask('Again: ')) !== password) throw new AppError('password_mismatch')
    return password
  } finally {
    terminal.close()
  }
}

async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) return line
  return ''
}
