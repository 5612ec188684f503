// Films of Veo at Vertex AI: asked for by the name of their operation, and read out of the answer that tells of them or out of a bucket. Sources:
// Google Cloud, "Veo on Vertex AI video generation API"; Cloud Storage, "Objects: get", 2026.
import { filmFormat } from '@waystation/wire/films/formats'
import type { ChannelTarget } from '../target.ts'
import type { TaskVendor } from '../task-vendor.ts'
import { filmPolls } from '../tasks/films.ts'

/** Where buckets are read. */
export const STORAGE_URL = 'https://storage.googleapis.com'

const format = filmFormat('vertex')
const LOCATION = /^projects\/[^/]+\/locations\/([^/]+)\//
const BUCKET_URI = /^gs:\/\/([a-z0-9][\w.-]+)\/(.+)$/

/** @param baseOf the address of a region, or the channel's own */
export function vertexFilms(baseOf: (channel: ChannelTarget, region: string) => string, storageUrl = STORAGE_URL): TaskVendor {
  // A film stays in the region where it was submitted, wherever the channel sends its model now.
  const urlOf = (path: string, channel: ChannelTarget, id: string) => new URL(baseOf(channel, LOCATION.exec(id)?.[1] ?? 'global') + path)
  return {
    polls: filmPolls(format, urlOf, () => ({})),

    fileRequest({ vendorId, result }, channel) {
      const [, bucket, name] = BUCKET_URI.exec(typeof result.bucketUri === 'string' ? result.bucketUri : '') ?? []
      if (bucket !== undefined && name !== undefined) {
        const url = new URL(`${storageUrl}/storage/v1/b/${bucket}/o/${encodeURIComponent(name)}?alt=media`)
        return { request: { method: 'GET', url, headers: {} } }
      }
      const { method, path, body } = format.poll(vendorId, result)
      const headers = { accept: 'application/json', 'content-type': 'application/json' }
      const request = { method, url: urlOf(path, channel, vendorId), headers, body: JSON.stringify(body) }
      return { request, textName: 'bytesBase64Encoded' }
    },
  }
}
