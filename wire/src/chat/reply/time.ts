// RFC 3339 times to and from Unix seconds, without the platform's calendar.

const DAY_SECONDS = 86_400

/** Unix seconds of a time such as `2026-05-04T20:01:02.264968Z`; undefined when it is none. Fractions are dropped. */
export function secondsOf(time: string): number | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))$/.exec(time)
  if (match === null) return undefined
  const [, year, month, day, hours, minutes, seconds, sign, offsetHours, offsetMinutes] = match
  const offset = (Number(offsetHours ?? 0) * 60 + Number(offsetMinutes ?? 0)) * 60 * (sign === '-' ? -1 : 1)
  const days = daysBefore(Number(year), Number(month), Number(day))
  return days * DAY_SECONDS + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) - offset
}

/** A time in Unix seconds, as RFC 3339 text in UTC. */
export function timeOf(seconds: number): string {
  const days = Math.floor(seconds / DAY_SECONDS)
  const rest = Math.floor(seconds) - days * DAY_SECONDS
  const { year, month, day } = dateOf(days)
  const clock = [Math.floor(rest / 3600), Math.floor(rest / 60) % 60, rest % 60].map(two).join(':')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${clock}Z`
}

const two = (number: number): string => String(number).padStart(2, '0')

// Years are counted from March, so that the leap day is the last; 146 097 days are 400 years, and 719 468 lie before 1970.
// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".

function daysBefore(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
}

function dateOf(days: number): { year: number; month: number; day: number } {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day: dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1 }
}
