// A channel may have several tags. They stand in its one field `tag` with commas between them, as its groups do, so that clients of the
// family, which know one tag, show and send all of them.
import { listItems } from '../values/codec.ts'
import { nameText } from '../values/pasted.ts'

/** Characters of one tag, at most. */
export const TAG_MAX = 100
/** Characters of all tags of a channel, with the commas between them. */
export const TAGS_MAX = 500

/** Stands in place of a tag in the question for a list of channels, for those without tags. No tag has a comma in it. */
export const NO_TAG = ','

/** The tags that stand in a text. */
export const tagsOf = (tag: string): readonly string[] => listItems(tag)

/** Does a channel with these tags have all of the wanted ones? None is wanted: it does not. */
export function hasTags(tag: string, wanted: string): boolean {
  const names = tagsOf(wanted)
  const own = tagsOf(tag)
  return names.length > 0 && names.every((name) => own.includes(name))
}

/** The tags with others in the place of some: where the first of them stood. */
export function replaceTags(tag: string, former: string, others: string): string {
  const [gone, added] = [tagsOf(former), tagsOf(others)]
  const own = tagsOf(tag)
  const place = own.findIndex((name) => gone.includes(name))
  const before = own.slice(0, place).filter((name) => !gone.includes(name))
  const after = own.slice(place).filter((name) => !gone.includes(name))
  return [...new Set(place < 0 ? own : [...before, ...added, ...after])].join(',')
}

/** The tags of a channel as they are stored. */
export const tagText = () =>
  nameText()
    .overwrite((text) => tagsOf(text).join(','))
    .max(TAGS_MAX, 'field_too_long')
    .refine((text) => tagsOf(text).every((name) => name.length <= TAG_MAX), 'field_too_long')
