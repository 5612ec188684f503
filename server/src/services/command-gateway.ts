// The gateway as a command of the command line has it: with the settings and channels of the database, beside the server or without it. It
// serves nobody, and its only calls are tests: no money is moved, and the books are written by nobody but the server.
import { randomInt } from 'node:crypto'
import * as relay from '@waystation/contract/options/relay'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Ledger } from '../domain/ledger/ledger.ts'
import { commitBatch, openSystemAccounts } from '../domain/ledger/ledger-tasks.ts'
import type { LogDraft } from '../domain/ledger/operation.ts'
import { openOptions } from '../domain/option/option-service.ts'
import { openSiteEgress } from '../domain/outside/site-egress.ts'
import { openSecrets } from '../domain/setup/master-key.ts'
import { Tasks } from '../domain/task/tasks.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { systemClock } from '../lib/clock.ts'
import { openEgress } from '../lib/net/egress.ts'
import { newRequestId } from '../lib/request-id.ts'
import { openBetweenNodes } from '../lib/shared/between-nodes.ts'
import { localInvalidation } from '../lib/shared/invalidation.ts'
import { providers } from '../providers/registry.ts'
import { gatewayServices } from './gateway-services.ts'

/** Its ledger can be written notes, and nothing else. */
export type CommandGateway = Gateway & { close(): Promise<void> }

const FRACTIONS = 2 ** 32

/** @throws Error with words for the operator where the master key is another one */
export async function openCommandGateway(config: Config, database: Database): Promise<CommandGateway> {
  const epoch = newRequestId()
  const clock = systemClock
  const onTrouble = () => {}
  const secrets = await openSecrets(database.read, config.masterKey)
  const invalidation = localInvalidation()
  const options = await openOptions(database, secrets, invalidation)
  const between = await openBetweenNodes({
    redisUrl: undefined,
    redisTimeoutMs: 0,
    site: '',
    node: epoch,
    nodes: () => 1,
    clock,
    onTrouble,
  })
  const egress = openEgress({
    allowsPrivate: () => options.get(relay.relayAllowPrivateAddresses),
    connectTimeoutMs: () => options.get(relay.relayConnectTimeoutSeconds) * 1000,
    operatorProxy: config.operatorProxy,
  })
  const siteEgress = openSiteEgress({ options, egress, operatorProxy: config.operatorProxy })
  const log = pino({ level: 'silent' })
  const foundation = { database, secrets, invalidation, options, between }
  // What a test finds out disables nothing: that is the server's to decide.
  const auto = { disableKey: () => Promise.reject(new Error('a command disables no key')) }
  const services = await gatewayServices(foundation, new Registry(), { egress, siteEgress }, { providers, clock, log, onTrouble, auto })
  const ledger = await notesOnly(database, epoch)
  const { overload, counter, files, words, contents } = services
  return {
    ...services,
    ledger,
    tasks: new Tasks({ database, accounts: ledger.accounts, mayOverdraw: () => false, onCharge: () => {} }),
    log,
    tracer: undefined,
    isSetUp: () => true,
    clientAddress: (ip) => ({ ip, isDoubtful: false }),
    random: () => randomInt(FRACTIONS) / FRACTIONS,
    async close() {
      await ledger.stop(0)
      overload.close()
      await Promise.all([
        between.close(),
        egress.close(),
        siteEgress.close(),
        counter.close(),
        files.close(),
        words.close(),
        contents.close(),
      ])
    },
  }
}

/** A ledger that writes rows of the log, one commit each, and refuses whatever moves money. */
async function notesOnly(database: Database, epoch: string): Promise<Ledger> {
  const accounts = await database.run(openSystemAccounts, null)
  let seq = 0
  let written: Promise<unknown> = Promise.resolve()
  const refuse = () => {
    throw new Error('a command moves no money')
  }
  return {
    epoch,
    accounts,
    note(id: string, log: LogDraft) {
      seq += 1
      const batch = { epoch, seq, operations: [{ kind: 'log', id, log }], accounts } as const
      written = written.then(() => database.run(commitBatch, batch))
    },
    hold: async () => refuse(),
    refusal: async () => refuse(),
    extend: async () => refuse(),
    checkpoint: refuse,
    settle: async () => refuse(),
    settlePart: async () => refuse(),
    release: refuse,
    isDatabaseAway: false,
    pending: 0,
    chores: { renew: async () => {}, recover: async () => ({ recovered: 0, released: 0 }), fold: async () => 0, purge: async () => {} },
    async stop() {
      await written
      return true
    },
  }
}
