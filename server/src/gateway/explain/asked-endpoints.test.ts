import { askedEndpoints } from '@waystation/contract/calls/route'
import { expect, test } from 'vitest'
import { generateEndpoint, relayEndpoints } from '../door/endpoints.ts'
import { live } from '../operations/live.ts'
import { realtime } from '../operations/realtime.ts'
import { film } from '../tasks/films/film.ts'
import { servedAt } from './asked-endpoints.ts'

// Their doors are mounted by themselves.
const apart = [realtime, live, film]

test.each(askedEndpoints)('%s is asked about as its door serves it', (path) => {
  const { operation, operationOfJson, dialect } = servedAt(path)
  if (apart.some((one) => one === operation)) return
  const door = [...relayEndpoints({} as never), generateEndpoint].find((one) => one.path === path)
  expect({ operation, operationOfJson, dialect }).toEqual({
    ...{ operation: door?.operation, operationOfJson: door?.operationOfJson, dialect: door?.dialect },
  })
})
