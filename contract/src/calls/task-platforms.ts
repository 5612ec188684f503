// Who makes the tasks that are listed beside drawings: music proxies, and the vendors that make films, pictures by tasks, or batches.
import { channelTypes } from '../channels/channel-type.ts'
import type { Vendor } from '../vendors/vendor.ts'

/** A platform as rows name it, and as people read it. */
export interface TaskPlatform {
  /** `suno`, or the name of a vendor. */
  readonly name: string
  /** Where it has another name in Chinese. */
  readonly chineseName?: string
}

/** The formats of pictures that are all made by tasks. */
const PICTURES_BY_TASKS: readonly string[] = ['replicate', 'black-forest-labs']

const makesTasks = ({ operations, formats }: Vendor): boolean =>
  operations.includes('videos') || operations.includes('batches') || PICTURES_BY_TASKS.includes(formats.images ?? '')

/** By their names. Source: specification §4 for `suno`. */
export const taskPlatforms: readonly TaskPlatform[] = [
  { name: 'suno' },
  ...channelTypes.filter((type) => makesTasks(type) && type.isReady && !type.isHidden),
]
  .map(({ name, chineseName }: TaskPlatform) => (chineseName === undefined ? { name } : { name, chineseName }))
  .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
