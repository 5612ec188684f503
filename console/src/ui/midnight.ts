/** Unix seconds of the midnight that a day begins with, so many days later; by the calendar, since not all days have 24 hours. */
export const midnight = (day: Date, daysLater = 0): number =>
  Math.floor(new Date(day.getFullYear(), day.getMonth(), day.getDate() + daysLater).getTime() / 1000)
