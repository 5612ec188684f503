import { zoneName } from './time-zone.ts'

const zones = Intl.supportedValuesOf('timeZone')

/** The time zones that the browser knows, for a field to choose from, and the one that is chosen now, which it may know by another name. */
export function zoneChoices(chosen: string): { value: string; label: string; searchText: string }[] {
  const others = [...new Set(['UTC', chosen])].filter((zone) => zone !== '' && !zones.includes(zone))
  return [...others, ...zones].map((zone) => {
    const name = zoneName(zone)
    return { value: zone, label: name, searchText: name }
  })
}
