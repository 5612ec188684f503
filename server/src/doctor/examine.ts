// Everything that an installation needs, looked at in order. Nothing is changed.
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { type OptionService, openOptions } from '../domain/option/option-service.ts'
import { localInvalidation } from '../lib/shared/invalidation.ts'
import { checkAnswer, checkDatabase, openForDoctor } from './database.ts'
import type { Finding } from './finding.ts'
import { checkMail, checkRedis, checkServerAddress, checkVendors, openDoctorEgress, startTimeAt } from './outside.ts'
import { checkDisk, checkFolder, checkKeyFile, checkSpool } from './place.ts'

/** Beside a server, or without one. */
export async function examineInstallation(config: Config): Promise<Finding[]> {
  const { database, findings: opening } = await openForDoctor(config)
  const findings = [...placeFindings(config), ...opening]
  const held = database && (await checkDatabase(database, config, Date.now))
  findings.push(...(held?.findings ?? []), await checkRedis(config))
  if (database && held?.secrets) {
    const options = await openOptions(database, held.secrets, localInvalidation())
    findings.push(...(await outsideFindings(config, { database, options, nodes: held.nodes })))
  }
  await database?.close()
  return findings
}

export interface RunningParts {
  readonly config: Config
  readonly database: Database
  readonly options: Pick<OptionService, 'get'>
  /** Of this server, unix seconds. */
  readonly startTime: number
}

/** In the running server, with what it works with. */
export async function examineRunning({ config, database, options, startTime }: RunningParts): Promise<Finding[]> {
  const answer = await checkAnswer(database)
  const held = answer.state === 'good' ? await checkDatabase(database, config, Date.now) : { findings: [], nodes: 0 }
  const outside = await outsideFindings(config, { database, options, nodes: held.nodes, startTime })
  return [...placeFindings(config), answer, ...held.findings, await checkRedis(config), ...outside]
}

const placeFindings = (config: Config): Finding[] => [checkFolder(config), checkDisk(config), checkKeyFile(config), checkSpool(config)]

interface OutsideParts extends Pick<RunningParts, 'database' | 'options'> {
  readonly nodes: number
  /** Absent: whatever answers at the server's port. */
  readonly startTime?: number
}

async function outsideFindings(config: Config, { database, options, nodes, startTime }: OutsideParts): Promise<Finding[]> {
  const egress = openDoctorEgress(config)
  try {
    const here = { startTime: startTime ?? (await startTimeAt(egress, config)), nodes }
    return await Promise.all([checkMail(options), checkServerAddress(options, egress, here), checkVendors(database, egress)])
  } finally {
    await egress.close()
  }
}
