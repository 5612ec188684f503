import { readConfig } from '../config.ts'
import { openOptions } from '../domain/option/option-service.ts'
import { localInvalidation } from '../lib/shared/invalidation.ts'
import { checkDatabase, openForDoctor } from './doctor/database.ts'
import { bad, type Finding, reasonOf } from './doctor/finding.ts'
import { checkMail, checkRedis, checkServerAddress, checkVendors, openDoctorEgress } from './doctor/outside.ts'
import { checkDisk, checkFolder, checkKeyFile, checkSpool } from './doctor/place.ts'

/** Looks at everything that an installation needs, and changes nothing. Returns 1 where something is wrong. */
export async function doctorCommand(): Promise<number> {
  const findings = await examine()
  const width = Math.max(...findings.map(({ check }) => check.length))
  for (const { check, state, says, advice } of findings) {
    console.log(`${MARKS[state]} ${check.padEnd(width)}  ${says}`)
    if (advice !== undefined) console.log(`  ${' '.repeat(width)}  → ${advice}`)
  }
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
  console.log(`\n${count('bad')} faults, ${count('warning')} warnings, ${count('good')} checks in order.`)
  return count('bad') === 0 ? 0 : 1
}

const MARKS: Readonly<Record<Finding['state'], string>> = { good: '✓', note: '·', warning: '!', bad: '✗' }

async function examine(): Promise<Finding[]> {
  let config: ReturnType<typeof readConfig>
  try {
    config = readConfig(process.env)
  } catch (error) {
    return [bad('Configuration', reasonOf(error), 'See the table of variables in the README.')]
  }
  const findings = [checkFolder(config), checkDisk(config), checkKeyFile(config), checkSpool(config)]
  const opened = await openForDoctor(config)
  findings.push(...opened.findings)
  const { database } = opened
  const held = database && (await checkDatabase(database, config, Date.now))
  findings.push(...(held?.findings ?? []), await checkRedis(config))
  if (database && held?.secrets) {
    const options = await openOptions(database, held.secrets, localInvalidation())
    const egress = openDoctorEgress(config)
    const outside = await Promise.all([checkMail(options), checkServerAddress(options, egress, config), checkVendors(database, egress)])
    findings.push(...outside)
    await egress.close()
  }
  await database?.close()
  return findings
}
