// The domain's port for checks of clients, implemented here.
import { AppError } from '@waystation/contract/errors'
import type { ClientChecker } from '../../domain/ports.ts'
import type { Gateway } from '../gateway.ts'
import { channelDoor, type Door, doorTo } from './channel-door.ts'
import { checkFamily } from './run-checks.ts'
import { runCost } from './run-cost.ts'

export function clientChecker(gateway: Gateway): ClientChecker {
  const through = async (door: Door, asked: Parameters<ClientChecker['checkChannel']>[1]) => {
    const { family, model, isWanted } = asked
    try {
      return await checkFamily(family, { model, traits: gateway.traits(model), key: door.key, ask: door.ask, isWanted })
    } finally {
      await door.close()
    }
  }
  return {
    checkChannel: async (tested, asked) => through(await channelDoor(gateway, { ...tested, model: asked.model }), asked),
    async costOfToken(key, model) {
      const known = await gateway.tokens.find(key.slice('sk-'.length))
      if (!known) throw new AppError('invalid_token')
      return runCost(model, known, gateway)
    },
    checkToken: async (key, asked) => through({ key, ...(await doorTo(gateway)) }, asked),
  }
}
