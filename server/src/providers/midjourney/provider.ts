// Proxies that draw: submissions go to the address that they came in at, and drawings are asked for in lists.
// Sources: the controllers of midjourney-proxy and its Plus edition, server-behaviour 9.1.
import { midjourney, midjourneyPlus } from '@waystation/contract/vendors/midjourney'
import type { Vendor } from '@waystation/contract/vendors/vendor'
import { readDrawings } from '@waystation/wire/tasks/drawing-reply'
import { baseOf, type ChannelTarget, type Provider, spokenBy } from '../provider.ts'
import { inParts } from '../task-vendor.ts'

/** Drawings that are asked for at once. */
const MOST_AT_ONCE = 50

function drawingProxy(vendor: Vendor): Provider {
  const addressAt = (place: string, channel: ChannelTarget) => ({
    url: new URL(`${baseOf(vendor, channel)}/${place}`),
    headers: { 'mj-api-secret': channel.key },
  })
  return {
    ...vendor,
    speaks: spokenBy(vendor),
    address: ({ place = '' }, channel) => addressAt(place, channel),
    tasks: {
      polls: (tasks, channel) =>
        inParts(tasks, MOST_AT_ONCE).map((part) => {
          const { url, headers } = addressAt('mj/task/list-by-condition', channel)
          const body = JSON.stringify({ ids: part.map(({ vendorId }) => vendorId) })
          return { tasks: part, request: { method: 'POST', url, headers: jsonHeaders(headers), body }, read: readDrawings }
        }),
    },
  }
}

const jsonHeaders = (headers: Readonly<Record<string, string>>) => ({
  ...headers,
  'content-type': 'application/json',
  accept: 'application/json',
})

export const midjourneyProxies: readonly Provider[] = [midjourney, midjourneyPlus].map(drawingProxy)
