// `waystation user list | add | passwd | promote | reset-factors`.
import { dollarText } from '@waystation/contract/money/quota'
import { statusEntry } from '@waystation/contract/site/status-table'
import { addByCommand, listUsers, promoteByCommand, resetFactorsByCommand, setPasswordByCommand } from '../../domain/user/user-commands.ts'
import type { UserRecord } from '../../domain/user/user-store.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { generatePassword, readNewPassword } from '../read-password.ts'
import type { UserCommand } from './command.ts'

const GENERATE = '--generate'

export function list(words: readonly string[]): UserCommand {
  const name = words.join(' ').trim()
  return {
    name,
    async run(database) {
      const { users, perUnit } = await listUsers(database, name)
      if (users.length === 0) return name === '' ? ['There are no users yet.'] : undefined
      return tableOf(users, perUnit)
    },
  }
}

export function add(words: readonly string[]): UserCommand | undefined {
  return withPassword(words, async (database, name, password) => {
    const id = await addByCommand(database, { username: name, password }, newRequestId())
    return `Added ${name} with the id ${id}.`
  })
}

export function passwd(words: readonly string[]): UserCommand | undefined {
  return withPassword(words, async (database, name, password) => {
    const username = await setPasswordByCommand(database, name, password, newRequestId())
    return username === undefined ? undefined : `${username} has a new password. All sessions and the access token have ended.`
  })
}

export function promote(words: readonly string[]): UserCommand | undefined {
  const name = words.join(' ').trim()
  if (name === '') return undefined
  return {
    name,
    async run(database) {
      const username = await promoteByCommand(database, name, newRequestId())
      return username === undefined ? undefined : [`${username} is an admin now and has to log in again.`]
    },
  }
}

export function resetFactors(words: readonly string[]): UserCommand | undefined {
  const name = words.join(' ').trim()
  if (name === '') return undefined
  return {
    name,
    async run(database) {
      const username = await resetFactorsByCommand(database, name, newRequestId())
      if (username === undefined) return undefined
      return [
        `${username} logs in by password or another site again: passkeys, one-time passwords and recovery codes are gone. All sessions and the access token have ended.`,
      ]
    },
  }
}

/** A command that sets a password: a generated one, or one that is typed. Its answer is undefined where there is no such user. */
function withPassword(
  words: readonly string[],
  run: (database: Parameters<UserCommand['run']>[0], name: string, password: string) => Promise<string | undefined>,
): UserCommand | undefined {
  const isGenerated = words.includes(GENERATE)
  const rest = words.filter((word) => word !== GENERATE)
  const name = rest.join(' ').trim()
  if (name === '' || rest.some((word) => word.startsWith('-'))) return undefined
  return {
    name,
    async run(database) {
      const password = isGenerated ? generatePassword() : await readNewPassword()
      const done = await run(database, name, password)
      if (done === undefined) return undefined
      return isGenerated ? [done, `Password: ${password}`] : [done]
    },
  }
}

function tableOf(users: readonly UserRecord[], perUnit: number): string[] {
  const rows = users.map((user) => [
    String(user.id),
    user.username,
    statusEntry('role', user.role)?.name ?? String(user.role),
    user.deleted_at === null ? (statusEntry('user', user.status)?.name ?? String(user.status)) : 'deleted',
    user.group_name || 'default',
    dollarText(Number(user.posted ?? 0), perUnit),
    user.last_login_at === null ? 'never' : new Date(Number(user.last_login_at) * 1000).toISOString().slice(0, 16).replace('T', ' '),
  ])
  const all = [['ID', 'USERNAME', 'ROLE', 'STATUS', 'GROUP', 'BALANCE', 'LAST LOGIN (UTC)'], ...rows]
  const widths = (all[0] ?? []).map((_head, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
